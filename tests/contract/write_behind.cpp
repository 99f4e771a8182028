// SPDX-License-Identifier: BSD-3-Clause
// Blocking puts that are delayed by the hint weft_write_behind: the only visible difference is when
// a failure of storage is reported.
#include "files.hpp"
#include "planned_store.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

struct Held {
    int ncid = -1;
    int fixed = -1;   // int (y = ranks, x = 6)
    int record = -1;  // int (time, x)
    int small = -1;   // byte (x)
};

/// A new file in collective data mode whose puts are delayed.
Held held_file(const char* bytes = "enable", const std::string& plan = {}) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_write_behind", bytes);
    const PlannedStore store(plan);
    if (!plan.empty())
        MPI_Info_set(info, "weft_method", "direct");  // each rank writes its own bytes
    Held file;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_64BIT_DATA, info, &file.ncid));
    MPI_Info_free(&info);
    const int time = dimension(file.ncid, "time", NC_UNLIMITED);
    const int y = dimension(file.ncid, "y", ranks());
    const int x = dimension(file.ncid, "x", 6);
    file.fixed = variable(file.ncid, "fixed", NC_INT, {y, x});
    file.record = variable(file.ncid, "record", NC_INT, {time, x});
    file.small = variable(file.ncid, "small", NC_BYTE, {x});
    ok(ncmpi_enddef(file.ncid));
    return file;
}

std::vector<int> row(int value) {
    return std::vector<int>(6, value);
}

void put_row(const Held& file, int value, int code = NC_NOERR) {
    const MPI_Offset start[] = {rank(), 0};
    const MPI_Offset count[] = {1, 6};
    expect(ncmpi_put_vara_int_all(file.ncid, file.fixed, start, count, row(value).data()), code);
}

void put_record(const Held& file, MPI_Offset number, int value) {
    const MPI_Offset start[] = {number * ranks() + rank(), 0};
    const MPI_Offset count[] = {1, 6};
    ok(ncmpi_put_vara_int_all(file.ncid, file.record, start, count, row(value).data()));
}

MPI_Offset bytes_in_file() {
    meet();
    const MPI_Offset bytes = size_of(path());
    meet();
    return bytes;
}

std::vector<int> rows(int first) {
    std::vector<int> all;
    for (int r = 0; r < ranks(); ++r) all.insert(all.end(), 6, first + r);
    return all;
}

void nothing_is_written_until_it_matters() {
    const Held file = held_file();
    const MPI_Offset before = bytes_in_file();
    for (int i = 0; i < 5; ++i) put_record(file, i, i);
    expect_equal(bytes_in_file(), before, "size of the file while puts are held");
    expect_equal(record_count(file.ncid), 5 * ranks(), "records are known at once");
    MPI_Offset bytes = 0;
    MPI_Offset header = 0;
    ok(ncmpi_inq_put_size(file.ncid, &bytes));
    ok(ncmpi_inq_header_size(file.ncid, &header));
    expect_equal(bytes - (rank() == 0 ? header : 0), 5 * 6 * 4, "bytes put, held ones included");
    ok(ncmpi_flush(file.ncid));
    expect_true(bytes_in_file() > before, "flush writes");
    close_file(file.ncid);
}

// Rank 0 puts one array, the others several with one call.
void some_ranks_put_several_arrays() {
    const Held file = held_file();
    for (int value = 0; value < 3; ++value) {
        put_row(file, value);
        if (rank() == 0) {
            put_record(file, value, 10 * value);
            continue;
        }
        const MPI_Offset start[] = {value * ranks() + rank(), 0};
        const MPI_Offset count[] = {1, 6};
        const std::vector<int> values = row(10 * value + rank());
        int varid = file.record;
        MPI_Offset* starts[] = {const_cast<MPI_Offset*>(start)};
        MPI_Offset* counts[] = {const_cast<MPI_Offset*>(count)};
        int* buffers[] = {const_cast<int*>(values.data())};
        ok(ncmpi_mput_vara_int_all(file.ncid, 1, &varid, starts, counts, buffers));
    }
    expect_equal(record_count(file.ncid), 3 * ranks(), "records");
    std::vector<int> wanted;
    for (int value = 0; value < 3; ++value) {
        for (const int one : rows(10 * value)) wanted.push_back(one);
    }
    expect_values(values_of(file.ncid, file.record, wanted.size()), wanted, "records");
    close_file(file.ncid);
}

void a_get_sees_them() {
    const Held file = held_file();
    put_row(file, 100 + rank());
    expect_values(values_of(file.ncid, file.fixed, static_cast<std::size_t>(6 * ranks())),
                  rows(100), "read back");
    close_file(file.ncid);
}

/// An attribute that changes in data mode makes a new header, with the number of records.
void a_new_header_counts_what_the_file_has() {
    const Held file = held_file();
    ok(ncmpi_redef(file.ncid));
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 3, "one"));
    ok(ncmpi_enddef(file.ncid));
    const MPI_Offset before = bytes_in_file();
    for (int i = 0; i < 5; ++i) put_record(file, i, i);
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 3, "two"));
    expect_true(bytes_in_file() > before, "the file has the records");
    close_file(file.ncid);
}

void an_independent_get_sees_them() {
    const Held file = held_file();
    put_row(file, 100 + rank());
    ok(ncmpi_begin_indep_data(file.ncid));
    std::vector<int> all(static_cast<std::size_t>(6 * ranks()));
    ok(ncmpi_get_var_int(file.ncid, file.fixed, all.data()));
    expect_values(all, rows(100), "read back");
    close_file(file.ncid);
}

void a_waited_get_sees_them() {
    const Held file = held_file();
    put_row(file, 100 + rank());
    std::vector<int> all(static_cast<std::size_t>(6 * ranks()));
    int id = NC_REQ_NULL;
    int status = -1;
    ok(ncmpi_iget_var_int(file.ncid, file.fixed, all.data(), &id));
    ok(ncmpi_wait_all(file.ncid, 1, &id, &status));
    expect_values(all, rows(100), "read back");
    close_file(file.ncid);
}

void redefinition_moves_them() {
    const Held file = held_file();
    put_row(file, 100 + rank());
    ok(ncmpi_redef(file.ncid));
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "long", 4000, std::string(4000, 'a').c_str()));
    ok(ncmpi_enddef(file.ncid));
    put_record(file, 0, 7);
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_values(values_of(ncid, file.fixed, static_cast<std::size_t>(6 * ranks())), rows(100),
                  "fixed");
    expect_values(values_of(ncid, file.record, static_cast<std::size_t>(6 * ranks())),
                  std::vector<int>(static_cast<std::size_t>(6 * ranks()), 7), "records");
    close_file(ncid);
}

void the_later_of_two_puts_counts() {
    const Held file = held_file();
    put_row(file, 1);
    put_row(file, 100 + rank());
    // Puts one value inside a delayed put.
    const MPI_Offset place[] = {rank(), 3};
    const int value = 55;
    ok(ncmpi_put_var1_int_all(file.ncid, file.fixed, place, &value));
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    std::vector<int> wanted = rows(100);
    for (std::size_t i = 3; i < wanted.size(); i += 6) wanted[i] = 55;
    expect_values(values_of(ncid, file.fixed, wanted.size()), wanted, "after the last put");
    close_file(ncid);
}

void the_buffer_is_free_at_return() {
    const Held file = held_file();
    std::vector<int> values = row(100 + rank());
    const MPI_Offset start[] = {rank(), 0};
    const MPI_Offset count[] = {1, 6};
    ok(ncmpi_put_vara_int_all(file.ncid, file.fixed, start, count, values.data()));
    values.assign(6, -1);
    expect_values(values_of(file.ncid, file.fixed, static_cast<std::size_t>(6 * ranks())),
                  rows(100), "values at the time of the put");
    close_file(file.ncid);
}

/// Room only for some puts, and for none; ranks with nothing to put take part.
void memory_is_bounded() {
    for (const char* bytes : {"1", "24", "100"}) {
        const Held file = held_file(bytes);
        for (int i = 0; i < 9; ++i) {
            const MPI_Offset start[] = {i, 0};
            const MPI_Offset count[] = {i % ranks() == rank() ? 1 : 0, 6};
            ok(ncmpi_put_vara_int_all(file.ncid, file.record, start, count, row(i).data()));
        }
        std::vector<int> wanted;
        for (int i = 0; i < 9; ++i) wanted.insert(wanted.end(), 6, i);
        expect_values(values_of(file.ncid, file.record, 54), wanted, bytes);
        close_file(file.ncid);
    }
}

void wrong_values_are_reported_at_once() {
    const Held file = held_file();
    const MPI_Offset start[] = {0};
    const MPI_Offset count[] = {rank() == 0 ? 6 : 0};
    expect(ncmpi_put_vara_int_all(file.ncid, file.small, start, count, row(1000).data()),
           rank() == 0 ? NC_ERANGE : NC_NOERR);
    close_file(file.ncid);
}

/// The last rank's argument is wrong; the others' puts are kept.
void wrong_arguments_are_reported_at_once() {
    const Held file = held_file();
    const bool wrong = rank() == ranks() - 1;
    const MPI_Offset start[] = {wrong ? ranks() : rank(), 0};
    const MPI_Offset count[] = {1, 6};
    expect(ncmpi_put_vara_int_all(file.ncid, file.fixed, start, count, row(100 + rank()).data()),
           wrong ? NC_EINVALCOORDS : NC_NOERR);
    if (ranks() > 1) {
        const std::vector<int> all =
            values_of(file.ncid, file.fixed, static_cast<std::size_t>(6 * ranks()));
        expect_equal(all.front(), 100, "rank 0's value");
    }
    close_file(file.ncid);
}

/// The last rank's write of its held values fails; rank 0's first write is that of the header.
void a_failure_is_reported_by_the_call_that_flushes() {
    if (is_far()) return skip("planned faults are those of system calls here");
    const std::string plan =
        std::to_string(ranks() - 1) + ":write:" + (ranks() == 1 ? "2" : "1") + ":ENOSPC";
    const Held file = held_file("enable", plan);
    put_row(file, 1);
    expect(ncmpi_flush(file.ncid), NC_ENO_SPACE);
    expect_true(ncmpi_close(file.ncid) != NC_EBADID, "the file can be closed");
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"nothing_is_written_until_it_matters", nothing_is_written_until_it_matters},
                {"some_ranks_put_several_arrays", some_ranks_put_several_arrays},
                {"a_get_sees_them", a_get_sees_them},
                {"a_new_header_counts_what_the_file_has", a_new_header_counts_what_the_file_has},
                {"an_independent_get_sees_them", an_independent_get_sees_them},
                {"a_waited_get_sees_them", a_waited_get_sees_them},
                {"redefinition_moves_them", redefinition_moves_them},
                {"the_later_of_two_puts_counts", the_later_of_two_puts_counts},
                {"the_buffer_is_free_at_return", the_buffer_is_free_at_return},
                {"memory_is_bounded", memory_is_bounded},
                {"wrong_values_are_reported_at_once", wrong_values_are_reported_at_once},
                {"wrong_arguments_are_reported_at_once", wrong_arguments_are_reported_at_once},
                {"a_failure_is_reported_by_the_call_that_flushes",
                 a_failure_is_reported_by_the_call_that_flushes}});
}
