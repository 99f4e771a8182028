// SPDX-License-Identifier: BSD-3-Clause
// ncmpi_close, ncmpi_abort and ncmpi_delete.
#include <sys/stat.h>

#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

void close_ends_define_mode() {
    const Sample file = define_sample();
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    int count = 0;
    ok(ncmpi_inq_nvars(ncid, &count));
    expect_equal(count, 6, "variables");
    close_file(ncid);
}

void close_ends_redefinition() {
    Sample file = sample_with_records(2);
    ok(ncmpi_redef(file.ncid));
    variable(file.ncid, "new", NC_INT, {file.x});
    close_file(file.ncid);
    file.ncid = open_file(path(), NC_NOWRITE);
    int id = -1;
    ok(ncmpi_inq_varid(file.ncid, "new", &id));
    expect_equal(record_count(file.ncid), 2, "records");
    close_file(file.ncid);
}

void close_without_variables() {
    int ncid = create_file(path(), NC_CLOBBER);
    dimension(ncid, "x", 10);
    ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "long", 1000, std::string(1000, 'a').c_str()));
    ok(ncmpi_enddef(ncid));
    MPI_Offset header = 0;
    ok(ncmpi_inq_header_size(ncid, &header));
    close_file(ncid);
    expect_equal(size_of(path()), header, "size of the file");
    meet();
    ncid = open_file(path());
    ok(ncmpi_redef(ncid));
    ok(ncmpi_del_att(ncid, NC_GLOBAL, "long"));
    ok(ncmpi_enddef(ncid));
    MPI_Offset smaller = 0;
    ok(ncmpi_inq_header_size(ncid, &smaller));
    expect_true(smaller < header, "the header shrinks");
    close_file(ncid);
    expect_equal(size_of(path()), smaller, "size of the smaller file");
}

void abort_of_a_new_file() {
    ok(ncmpi_abort(define_sample().ncid));
    meet();
    expect_true(!exists(path()), "the file is deleted");
}

void abort_of_a_redefinition() {
    const Sample file = sample_with_records(1);
    ok(ncmpi_sync(file.ncid));
    meet();
    const std::string before = bytes_of(path());
    meet();
    ok(ncmpi_redef(file.ncid));
    variable(file.ncid, "new", NC_INT, {file.x});
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 5, "hello"));
    ok(ncmpi_rename_var(file.ncid, file.fixed, "renamed"));
    ok(ncmpi_abort(file.ncid));
    meet();
    const std::string after = bytes_of(path());
    expect_true(after.substr(0, before.size()) == before, "nothing is written");
    const int ncid = open_file(path(), NC_NOWRITE);
    int count = 0;
    ok(ncmpi_inq_nvars(ncid, &count));
    expect_equal(count, 6, "variables");
    int id = -1;
    ok(ncmpi_inq_varid(ncid, "fixed", &id), "the old name");
    close_file(ncid);
}

void abort_in_data_mode() {
    const Sample file = sample_with_records(3);
    ok(ncmpi_abort(file.ncid));
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_equal(record_count(ncid), 3, "what was written stays");
    close_file(ncid);
}

void abort_of_a_failed_definition() {
    const int ncid = create_file(path(), NC_CLOBBER);
    const int x = dimension(ncid, "x", NC_MAX_INT);
    variable(ncid, "a", NC_DOUBLE, {x});
    variable(ncid, "b", NC_DOUBLE, {x});
    expect(ncmpi_close(ncid), NC_EVARSIZE, "close reports what enddef does");
    meet();
    expect_true(!exists(path()), "a file never defined is deleted");
    expect(ncmpi_close(ncid), NC_EBADID, "the id is free");
}

void close_with_pending_requests() {
    const Sample file = sample();
    const int value = 7;
    int request = -5;
    if (rank() == 0) ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &request));
    expect(ncmpi_close(file.ncid), rank() == 0 ? NC_EPENDING : NC_NOERR);
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_values(values_of(ncid, file.scalar, 1), {0}, "a cancelled request writes nothing");
    close_file(ncid);
}

void delete_is_local() {
    close_file(sample().ncid);
    meet();
    if (rank() == ranks() - 1) {
        ok(ncmpi_delete(path().c_str(), MPI_INFO_NULL));
        expect(ncmpi_delete(path().c_str(), MPI_INFO_NULL), NC_ENOENT);
    }
    meet();
    expect_true(!exists(path()), "the file is gone");
    expect_true(ncmpi_delete(nullptr, MPI_INFO_NULL) != NC_NOERR, "NULL");
}

void size_of_a_closed_file() {
    const Sample file = sample_with_records(2);
    MPI_Offset begin = 0;
    MPI_Offset record = 0;
    ok(ncmpi_inq_varoffset(file.ncid, file.record, &begin));
    ok(ncmpi_inq_recsize(file.ncid, &record));
    close_file(file.ncid);
    expect_equal(size_of(path()), begin + 2 * record, "up to the last record");
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"close_ends_define_mode", close_ends_define_mode},
                {"close_ends_redefinition", close_ends_redefinition},
                {"close_without_variables", close_without_variables},
                {"abort_of_a_new_file", abort_of_a_new_file},
                {"abort_of_a_redefinition", abort_of_a_redefinition},
                {"abort_in_data_mode", abort_in_data_mode},
                {"abort_of_a_failed_definition", abort_of_a_failed_definition},
                {"close_with_pending_requests", close_with_pending_requests},
                {"delete_is_local", delete_is_local},
                {"size_of_a_closed_file", size_of_a_closed_file}});
}
