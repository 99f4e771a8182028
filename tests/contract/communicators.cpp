// SPDX-License-Identifier: BSD-3-Clause
// The program's communicators remain its own: it may free them at any time, and open any number of
// files over each.
#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr int columns = 16;  // of a rank

struct Table {
    int ncid = -1;
    int varid = -1;
};

/// Defines a row of `columns` ints for each of the communicator's ranks.
Table create_over(MPI_Comm comm, const std::string& name) {
    Table table;
    int size = 0;
    MPI_Comm_size(comm, &size);
    ok(ncmpi_create(comm, name.c_str(), NC_CLOBBER, MPI_INFO_NULL, &table.ncid));
    const int x = dimension(table.ncid, "x", MPI_Offset{columns} * size);
    table.varid = variable(table.ncid, "row", NC_INT, {x});
    return table;
}

std::vector<int> values_of(int value) {
    return std::vector<int>(columns, value);
}

std::string numbered_path(int number) {
    std::string suffix = "-";
    return path(suffix.append(std::to_string(number)).append(".nc"));
}

void put(const Table& table, int rank_there, int value) {
    const MPI_Offset start = MPI_Offset{columns} * rank_there;
    const MPI_Offset count = columns;
    ok(ncmpi_put_vara_int_all(table.ncid, table.varid, &start, &count, values_of(value).data()));
}

void expect_put(const Table& table, int rank_there, int value) {
    const MPI_Offset start = MPI_Offset{columns} * rank_there;
    const MPI_Offset count = columns;
    std::vector<int> back(columns);
    ok(ncmpi_get_vara_int_all(table.ncid, table.varid, &start, &count, back.data()));
    expect_values(back, values_of(value), "what was put");
}

void may_be_freed_while_the_file_is_open() {
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    const Table table = create_over(own, path());
    MPI_Comm_free(&own);
    ok(ncmpi_enddef(table.ncid));
    put(table, rank(), rank());
    MPI_Comm another = MPI_COMM_NULL;  // which may have the other's handle
    MPI_Comm_dup(MPI_COMM_WORLD, &another);
    const Table beside = create_over(another, path("-beside.nc"));
    ok(ncmpi_enddef(beside.ncid));
    put(beside, rank(), -rank());
    ok(ncmpi_sync(table.ncid));
    expect_put(table, rank(), rank());
    ok(ncmpi_close(table.ncid));
    expect_put(beside, rank(), -rank());
    ok(ncmpi_close(beside.ncid));
    MPI_Comm_free(&another);
}

void have_several_files_at_a_time() {
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    const Table first = create_over(own, path("-1.nc"));
    const Table second = create_over(own, path("-2.nc"));
    ok(ncmpi_enddef(second.ncid));
    ok(ncmpi_enddef(first.ncid));
    for (int round = 0; round < 3; ++round) {
        put(first, rank(), round);
        put(second, ranks() - 1 - rank(), 10 * round + rank());
    }
    const Table third = create_over(own, path("-3.nc"));
    expect_put(first, rank(), 2);
    ok(ncmpi_close(first.ncid));
    expect_put(second, ranks() - 1 - rank(), 20 + rank());
    ok(ncmpi_close(second.ncid));
    ok(ncmpi_close(third.ncid));
    MPI_Comm_free(&own);
}

void have_several_files_between_nodes() {
    const Variable hints("PNETCDF_HINTS", "weft_pretended_nodes=2;weft_method=two_phase");
    have_several_files_at_a_time();
}

/// Each part of the ranks works independently, with any number of files.
void divide_the_ranks() {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, -rank(), &part);
    int rank_there = 0;
    MPI_Comm_rank(part, &rank_there);
    for (int file = 0; file < 1 + 3 * (rank() % 2); ++file) {
        const Table table = create_over(part, numbered_path(rank() % 2));
        ok(ncmpi_enddef(table.ncid));
        put(table, rank_there, file);
        expect_put(table, rank_there, file);
        ok(ncmpi_close(table.ncid));
    }
    const Table alone = create_over(MPI_COMM_SELF, numbered_path(10 + rank()));
    ok(ncmpi_enddef(alone.ncid));
    put(alone, 0, rank());
    MPI_Comm_free(&part);
    const Table together = create_over(MPI_COMM_WORLD, path());
    ok(ncmpi_enddef(together.ncid));
    put(together, rank(), 7);
    expect_put(together, rank(), 7);
    expect_put(alone, 0, rank());
    ok(ncmpi_close(together.ncid));
    ok(ncmpi_close(alone.ncid));
}

/// MPI has about two thousand at a time: none that the program has freed may be kept.
void come_and_go() {
    const int many = ranks() == 1 ? 2500 : 50;
    for (int i = 0; i < many; ++i) {
        MPI_Comm own = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &own);
        const Table table = create_over(own, path());
        if (i % 2 == 0) MPI_Comm_free(&own);
        ok(ncmpi_close(table.ncid));
        if (i % 2 != 0) MPI_Comm_free(&own);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"may_be_freed_while_the_file_is_open", may_be_freed_while_the_file_is_open},
                {"have_several_files_at_a_time", have_several_files_at_a_time},
                {"have_several_files_between_nodes", have_several_files_between_nodes},
                {"divide_the_ranks", divide_the_ranks},
                {"come_and_go", come_and_go}});
}
