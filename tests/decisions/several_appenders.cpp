// SPDX-License-Identifier: BSD-3-Clause
// Communicators that make one file longer at the same time: none of their records is lost, and the
// last to close leaves the length that the header announces.
#include <string>
#include <vector>

#include "files.hpp"
#include "harness.hpp"
#include "ranks_in_parts.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr MPI_Offset records = 40;
constexpr MPI_Offset row_length = 3;

int value_of(MPI_Offset element) {
    return static_cast<int>(element) + 1;
}

/// Collective over all ranks: a file without records.
void make_empty(const std::string& hints = "") {
    const Variable environment("PNETCDF_HINTS", hints.c_str());
    const int ncid = create_file(path());
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int x = dimension(ncid, "x", row_length);
    variable(ncid, "v", NC_INT, {time, x});
    ok(ncmpi_enddef(ncid));
    close_file(ncid);
    meet();
}

void put_record(int ncid, MPI_Offset record) {
    const MPI_Offset start[] = {record, 0};
    const MPI_Offset count[] = {1, row_length};
    const std::vector<int> row(row_length, value_of(record));
    ok(ncmpi_put_vara_int_all(ncid, 0, start, count, row.data()));
}

/// Each rank appends records of its own; none reverts another's count or removes its records.
void append_records_of_each(const std::string& hints) {
    for (int i = 0; i < repetitions; ++i) {
        make_empty(hints);
        const Part part(1);
        int ncid = open_by_part(part, hints);
        for (MPI_Offset record = rank(); record < records; record += ranks())
            put_record(ncid, record);
        ok(ncmpi_close(ncid));
        meet();
        ncid = open_file(path(), NC_NOWRITE);
        expect_equal(record_count(ncid), records, "records");
        std::vector<int> wanted;
        for (MPI_Offset record = 0; record < records; ++record)
            wanted.insert(wanted.end(), row_length, value_of(record));
        expect_values(values_of(ncid, 0, wanted.size()), wanted, "records");
        close_file(ncid);
    }
}

void records_of_each() {
    append_records_of_each("");
}

/// A communicator that is alone at first or at last makes new files for future records, and no
/// other wrongly writes to the earlier ones.
void records_of_each_in_a_set_with_epochs() {
    append_records_of_each(
        "weft_parts=3;weft_epoch_records=3;weft_part_least_bytes=0;weft_part_min_ndims=1");
}

/// The communicator that has seen fewer records writes and closes last.
void a_record_count_only_rises() {
    if (ranks() < 2) return skip("needs several ranks");
    make_empty();
    const Part part(1);
    int ncid = open_by_part(part, "");
    meet();
    if (rank() == 1) put_record(ncid, records - 1);
    meet();
    if (rank() == 0) put_record(ncid, 0);
    if (rank() != 0) ok(ncmpi_close(ncid));
    meet();
    if (rank() == 0) put_record(ncid, 1);
    if (rank() == 0) ok(ncmpi_close(ncid));
    meet();
    ncid = open_file(path(), NC_NOWRITE);
    expect_equal(record_count(ncid), records, "records");
    close_file(ncid);
}

/// The last one to close gives the file the length that its header announces.
void the_last_gives_the_length() {
    if (ranks() < 2) return skip("needs several ranks");
    for (int i = 0; i < repetitions; ++i) {
        int ncid = create_file(path());
        const int x = dimension(ncid, "x", 1000);
        variable(ncid, "v", NC_INT, {x});
        const Part part(1);
        ok(ncmpi_enddef(ncid));
        meet();
        const int mine = open_by_part(part, "");
        const MPI_Offset at = rank();
        const int value = value_of(at);
        ok(ncmpi_put_var1_int_all(mine, 0, &at, &value));
        close_file(ncid);
        ok(ncmpi_close(mine));
        meet();
        ncid = open_file(path(), NC_NOWRITE);
        MPI_Offset begin = 0;
        ok(ncmpi_inq_varoffset(ncid, 0, &begin));
        expect_equal(size_of(path()), begin + 4000, "bytes of the file");
        close_file(ncid);
    }
}

/// The last one to close, which has seen few records, leaves parts that announce all records and
/// have that length. No sync reverts another's count.
void parts_have_the_records_of_all() {
    if (ranks() < 2) return skip("needs several ranks");
    for (int i = 0; i < repetitions; ++i) {
        make_empty("weft_parts=3;weft_part_least_bytes=0;weft_part_min_ndims=1");
        const Part part(1);
        int ncid = open_by_part(part, "");
        meet();
        const MPI_Offset start[] = {records - 1, 0};
        const MPI_Offset count[] = {1, 1};
        const int value = value_of(records - 1);
        if (rank() != 0) {
            ok(ncmpi_put_vara_int_all(ncid, 0, start, count, &value));
            ok(ncmpi_sync(ncid));
        }
        meet();
        if (rank() != 0) ok(ncmpi_close(ncid));
        if (rank() == 0) put_record(ncid, 0);
        if (rank() == 0) ok(ncmpi_sync(ncid));
        meet();
        if (rank() == 0) put_record(ncid, 1);
        if (rank() == 0) ok(ncmpi_close(ncid));
        meet();
        for (const std::string number : {".0000", ".0001", ".0002"}) {
            ncid = open_file(path() + number, NC_NOWRITE);
            expect_equal(record_count(ncid), records, "records in part " + number);
            MPI_Offset begin = 0;
            MPI_Offset record = 0;
            ok(ncmpi_inq_varoffset(ncid, 0, &begin));
            ok(ncmpi_inq_recsize(ncid, &record));
            expect_equal(size_of(path() + number), begin + records * record, "bytes of " + number);
            close_file(ncid);
        }
        ncid = open_file(path(), NC_NOWRITE);
        expect_equal(record_count(ncid), records, "records");
        close_file(ncid);
    }
}

}  // namespace

int main(int argc, char** argv) {
    take_repetitions(argc, argv);
    return run(argc, argv,
               {{"records_of_each", records_of_each},
                {"records_of_each_in_a_set_with_epochs", records_of_each_in_a_set_with_epochs},
                {"a_record_count_only_rises", a_record_count_only_rises},
                {"the_last_gives_the_length", the_last_gives_the_length},
                {"parts_have_the_records_of_all", parts_have_the_records_of_all}});
}
