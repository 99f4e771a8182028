// SPDX-License-Identifier: BSD-3-Clause
// The record count, independent data mode, sync.
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

/// The record count in the header of the file.
MPI_Offset announced() {
    return static_cast<MPI_Offset>(number_at(bytes_of(path()), 4, 8));
}

int put_record(const Sample& file, MPI_Offset record, bool collective) {
    const MPI_Offset start[] = {record, 0};
    const MPI_Offset count[] = {1, Sample::x_length};
    const std::vector<int> values(6, static_cast<int>(record));
    return collective ? ncmpi_put_vara_int_all(file.ncid, file.record, start, count, values.data())
                      : ncmpi_put_vara_int(file.ncid, file.record, start, count, values.data());
}

void collective_puts() {
    const Sample file = sample();
    ok(put_record(file, rank(), true));
    expect_equal(record_count(file.ncid), ranks(), "the largest of all ranks");
    meet();
    expect_equal(announced(), ranks(), "rank 0 has written it");
    meet();
    ok(put_record(file, 0, true));
    expect_equal(record_count(file.ncid), ranks(), "it does not shrink");
    close_file(file.ncid);
}

void posted_puts() {
    const Sample file = sample();
    const MPI_Offset start[] = {2 * rank(), 0};
    const MPI_Offset count[] = {1, 6};
    const std::vector<int> values(6, 4);
    int request = 0;
    ok(ncmpi_iput_vara_int(file.ncid, file.record, start, count, values.data(), &request));
    expect_equal(record_count(file.ncid), 0, "a post does not count");
    ok(ncmpi_wait_all(file.ncid, 1, &request, nullptr));
    expect_equal(record_count(file.ncid), 2 * ranks() - 1, "after wait_all");
    close_file(file.ncid);
}

/// Writes one record of its own in independent mode; `share` makes the count known to all.
void expect_shared_by(int (*share)(int), std::string_view what) {
    const Sample file = sample();
    ok(ncmpi_begin_indep_data(file.ncid));
    ok(put_record(file, rank(), false));
    expect_equal(record_count(file.ncid), rank() + 1, "only the own one is known");
    ok(share(file.ncid), what);
    expect_equal(record_count(file.ncid), ranks(), what);
    meet();
    expect_equal(announced(), ranks(), what);
    meet();
    close_file(file.ncid);
}

void independent_puts() {
    expect_shared_by(ncmpi_end_indep_data, "end_indep_data");
    expect_shared_by(ncmpi_sync_numrecs, "sync_numrecs");
    expect_shared_by(ncmpi_sync, "sync");
    expect_shared_by(ncmpi_redef, "redef");
}

void independent_puts_and_close() {
    for (const bool abort : {false, true}) {
        const Sample file = sample();
        ok(ncmpi_begin_indep_data(file.ncid));
        ok(put_record(file, rank(), false));
        ok(abort ? ncmpi_abort(file.ncid) : ncmpi_close(file.ncid));
        const int ncid = open_file(path(), NC_NOWRITE);
        expect_equal(record_count(ncid), ranks(), abort ? "abort" : "close");
        close_file(ncid);
    }
}

void rules_of_sync_numrecs() {
    Sample file = define_sample();
    expect(ncmpi_sync_numrecs(file.ncid), NC_EINDEFINE);
    expect(ncmpi_sync(file.ncid), NC_EINDEFINE);
    expect(ncmpi_begin_indep_data(file.ncid), NC_EINDEFINE);
    ok(ncmpi_enddef(file.ncid));
    ok(ncmpi_sync_numrecs(file.ncid), "collective mode");
    close_file(file.ncid);
    file.ncid = open_file(path(), NC_NOWRITE);
    expect(ncmpi_sync_numrecs(file.ncid), NC_EPERM, "reading only");
    ok(ncmpi_sync(file.ncid), "sync of a file for reading");
    ok(ncmpi_flush(file.ncid));
    close_file(file.ncid);
    const int ncid = create_file(path(".fixed.nc"));
    variable(ncid, "v", NC_INT, {});
    ok(ncmpi_enddef(ncid));
    ok(ncmpi_begin_indep_data(ncid));
    ok(ncmpi_sync_numrecs(ncid), "no record variables");
    ok(ncmpi_end_indep_data(ncid));
    close_file(ncid);
}

void modes_may_be_repeated() {
    const Sample file = sample();
    ok(ncmpi_end_indep_data(file.ncid), "in collective mode");
    ok(ncmpi_begin_indep_data(file.ncid));
    ok(ncmpi_begin_indep_data(file.ncid), "twice");
    const int value = 1;
    ok(ncmpi_put_var_int(file.ncid, file.scalar, &value));
    ok(ncmpi_end_indep_data(file.ncid));
    ok(ncmpi_end_indep_data(file.ncid), "twice");
    ok(ncmpi_put_var_int_all(file.ncid, file.scalar, &value));
    close_file(file.ncid);
}

/// Ranks work independently in independent mode, each with any number of calls.
void independent_access() {
    const Sample file = sample();
    ok(ncmpi_begin_indep_data(file.ncid));
    for (int i = 0; i <= rank(); ++i) {
        const MPI_Offset start[] = {rank() % 4, i % 6};
        const int value = 10 * rank() + i;
        ok(ncmpi_put_var1_int(file.ncid, file.fixed, start, &value));
        int read = 0;
        ok(ncmpi_get_var1_int(file.ncid, file.fixed, start, &read));
        expect_equal(read, value, "its own value");
    }
    ok(ncmpi_end_indep_data(file.ncid));
    if (ranks() <= 4) {
        const MPI_Offset last[] = {ranks() - 1, 0};
        int read = 0;
        ok(ncmpi_get_var1_int_all(file.ncid, file.fixed, last, &read));
        expect_equal(read, 10 * (ranks() - 1), "of another rank");
    }
    close_file(file.ncid);
}

/// Two ids of one file: writer sync, barrier, reader sync.
void reader_and_writer() {
    const Sample file = sample();
    ok(ncmpi_sync(file.ncid));
    const int reader = open_file(path(), NC_NOWRITE);
    const std::vector<int> values(24, 5);
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, values.data()));
    ok(ncmpi_sync(file.ncid));
    meet();
    ok(ncmpi_sync(reader));
    expect_values(values_of(reader, file.fixed, 24), values, "seen by the reader");
    close_file(reader);
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"collective_puts", collective_puts},
                {"posted_puts", posted_puts},
                {"independent_puts", independent_puts},
                {"independent_puts_and_close", independent_puts_and_close},
                {"rules_of_sync_numrecs", rules_of_sync_numrecs},
                {"modes_may_be_repeated", modes_may_be_repeated},
                {"independent_access", independent_access},
                {"reader_and_writer", reader_and_writer}});
}
