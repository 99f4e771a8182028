// SPDX-License-Identifier: BSD-3-Clause
// Collective calls in which the ranks do different things, and what puts do to buffers.
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

bool is_odd() {
    return ranks() > 1 && rank() == ranks() - 1;
}

/// A table with a row for each rank, and a scalar of each type of access.
struct Table {
    int ncid = -1;
    int rows = -1;
    MPI_Offset start[2] = {rank(), 0};
    MPI_Offset count[2] = {1, 5};
};

Table table() {
    Table made;
    made.ncid = create_file(path());
    const int y = dimension(made.ncid, "y", ranks());
    const int x = dimension(made.ncid, "x", 5);
    made.rows = variable(made.ncid, "rows", NC_INT, {y, x});
    ok(ncmpi_enddef(made.ncid));
    return made;
}

std::vector<int> row_numbers(const std::vector<int>& of_rank) {
    std::vector<int> values;
    for (const int value : of_rank) values.insert(values.end(), 5, value);
    return values;
}

/// Each kind of error on one rank: it gets its code, the others write their rows.
void errors_of_one_rank() {
    struct Wrong {
        int varid;
        MPI_Offset start;
        MPI_Offset count;
        int code;
    };
    for (const Wrong& wrong : {Wrong{NC_GLOBAL, 0, 5, NC_EGLOBAL}, Wrong{99, 0, 5, NC_ENOTVAR},
                               Wrong{0, -1, 5, NC_EINVALCOORDS}, Wrong{0, 0, 6, NC_EEDGE},
                               Wrong{0, 0, -1, NC_ENEGATIVECNT}}) {
        Table file = table();
        if (is_odd()) file.start[1] = wrong.start, file.count[1] = wrong.count;
        const std::vector<int> values(6, rank() + 1);
        const int id = is_odd() ? wrong.varid : file.rows;
        expect(ncmpi_put_vara_int_all(file.ncid, id, file.start, file.count, values.data()),
               is_odd() ? wrong.code : NC_NOERR);
        std::vector<int> wanted;
        for (int i = 0; i < ranks(); ++i) {
            wanted.push_back(ranks() > 1 && i == ranks() - 1 ? 0 : i + 1);
        }
        const std::vector<int> all = row_numbers(wanted);
        expect_values(values_of(file.ncid, file.rows, all.size()), all, "rows of the others");
        close_file(file.ncid);
    }
}

/// In safe mode all ranks return the error and nothing is written.
void errors_in_safe_mode() {
    const Variable safe("PNETCDF_SAFE_MODE", "1");
    Table file = table();
    const std::vector<int> values(6, rank() + 1);
    const int id = is_odd() ? 99 : file.rows;
    expect(ncmpi_put_vara_int_all(file.ncid, id, file.start, file.count, values.data()),
           ranks() > 1 ? NC_ENOTVAR : NC_NOERR, "all ranks");
    if (ranks() > 1) {
        const std::vector<int> nothing(static_cast<std::size_t>(ranks()) * 5, 0);
        expect_values(values_of(file.ncid, file.rows, nothing.size()), nothing, "rows");
    }
    close_file(file.ncid);
}

/// Makes one collective call in which each rank calls a function of its own.
int put_own_kind(const Table& file, const std::vector<int>& values) {
    switch (rank() % 4) {
        case 0:
            return ncmpi_put_vara_int_all(file.ncid, file.rows, file.start, file.count,
                                          values.data());
        case 1: {
            MPI_Offset start[2] = {file.start[0], 0};
            MPI_Offset count[2] = {1, 5};
            MPI_Offset* const starts[] = {start};
            MPI_Offset* const counts[] = {count};
            return ncmpi_put_varn_int_all(file.ncid, file.rows, 1, starts, counts, values.data());
        }
        case 2: {
            const MPI_Offset stride[] = {1, 1};
            const std::vector<double> reals(values.begin(), values.end());
            return ncmpi_put_vars_double_all(file.ncid, file.rows, file.start, file.count, stride,
                                             reals.data());
        }
        default: {
            const MPI_Offset imap[] = {5, 1};
            return ncmpi_put_varm_int_all(file.ncid, file.rows, file.start, file.count, nullptr,
                                          imap, values.data());
        }
    }
}

void different_functions() {
    const Table file = table();
    const std::vector<int> values(5, rank() + 1);
    ok(put_own_kind(file, values));
    std::vector<int> wanted;
    for (int i = 0; i < ranks(); ++i) wanted.push_back(i + 1);
    const std::vector<int> all = row_numbers(wanted);
    expect_values(values_of(file.ncid, file.rows, all.size()), all, "rows");
    close_file(file.ncid);
}

void different_variables() {
    const Sample file = sample();
    const std::vector<int> values(24, 1 + rank());
    const std::vector<double> reals(24, 0.5);
    const int kind = rank() % 3;
    if (kind == 0) ok(ncmpi_put_var_int_all(file.ncid, file.fixed, values.data()));
    if (kind == 1) ok(ncmpi_put_var_double_all(file.ncid, file.real, reals.data()));
    if (kind == 2) ok(ncmpi_put_var_text_all(file.ncid, file.text, "abcdef"));
    expect_equal(values_of(file.ncid, file.fixed, 24)[0], 1 + (ranks() - 1) / 3 * 3, "fixed");
    std::vector<double> read(24);
    ok(ncmpi_get_var_double_all(file.ncid, file.real, read.data()));
    if (ranks() > 1) expect_values(read, reals, "real");
    close_file(file.ncid);
}

/// Some ranks read other variables than others, some read nothing.
void different_reads() {
    const Sample file = sample();
    const std::vector<int> values(24, 6);
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, values.data()));
    std::vector<int> read(24, -1);
    const MPI_Offset nowhere[] = {0, 0};
    const MPI_Offset none[] = {0, 0};
    if (rank() % 2 == 0) {
        ok(ncmpi_get_var_int_all(file.ncid, file.fixed, read.data()));
        expect_values(read, values, "values");
    } else {
        ok(ncmpi_get_vara_int_all(file.ncid, file.fixed, nowhere, none, nullptr), "nothing");
    }
    close_file(file.ncid);
}

/// Puts leave their buffers unchanged, for every conversion, and also if they fail.
void buffers_are_unchanged() {
    const Sample file = sample();
    std::vector<int> ints(24);
    for (std::size_t i = 0; i < ints.size(); ++i) ints[i] = static_cast<int>(0x01020304 + i);
    const std::vector<int> before = ints;
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, ints.data()));
    expect_values(ints, before, "int to int");
    ok(ncmpi_put_var_int_all(file.ncid, file.real, ints.data()));
    expect_values(ints, before, "int to double");
    expect(ncmpi_put_var_int_all(file.ncid, file.bytes, ints.data()), NC_ERANGE);
    expect_values(ints, before, "out of range");
    expect(ncmpi_put_var_int_all(file.ncid, 99, ints.data()), NC_ENOTVAR);
    expect_values(ints, before, "refused");
    int request = 0;
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, ints.data(), &request));
    expect_values(ints, before, "posted");
    ok(ncmpi_wait_all(file.ncid, 1, &request, nullptr));
    expect_values(ints, before, "waited for");
    close_file(file.ncid);
}

/// Four ranks on two nodes. The first node's bytes are late in the file, so it begins with a late
/// window, while its ranks own the early ones, which the other node waits for.
void a_node_that_comes_late_in_the_file() {
    if (ranks() != 4) return skip("needs 4 ranks");
    constexpr MPI_Offset bytes = 700;
    const MPI_Offset starts[] = {693, 673, 666, 0};
    const MPI_Offset counts[] = {4, 20, 3, 660};
    const MPI_Offset start = starts[rank()];
    const MPI_Offset count = counts[rank()];
    std::vector<signed char> mine;
    for (MPI_Offset i = start; i < start + count; ++i)
        mine.push_back(static_cast<signed char>(i % 101));
    for (const char* aggregators : {"1", "2", "3", "4"}) {
        const std::string hints =
            "weft_method=two_phase;weft_pretended_nodes=2;cb_buffer_size=37;cb_nodes=";
        const Variable environment("PNETCDF_HINTS", (hints + aggregators).c_str());
        const int ncid = create_file(path());
        const int x = dimension(ncid, "x", bytes);
        const int v = variable(ncid, "v", NC_BYTE, {x});
        ok(ncmpi_enddef(ncid));
        for (int turn = 0; turn < 20; ++turn) {
            ok(ncmpi_put_vara_schar_all(ncid, v, &start, &count, mine.data()));
            std::vector<signed char> found(mine.size());
            ok(ncmpi_get_vara_schar_all(ncid, v, &start, &count, found.data()));
            expect_true(found == mine, "values");
        }
        close_file(ncid);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"errors_of_one_rank", errors_of_one_rank},
                {"errors_in_safe_mode", errors_in_safe_mode},
                {"different_functions", different_functions},
                {"different_variables", different_variables},
                {"different_reads", different_reads},
                {"buffers_are_unchanged", buffers_are_unchanged},
                {"a_node_that_comes_late_in_the_file", a_node_that_comes_late_in_the_file}});
}
