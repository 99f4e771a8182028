// SPDX-License-Identifier: BSD-3-Clause
// Values out of range: the whole request is transferred, with fill values in their places.
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

const std::vector<double> too_large = {1, 1e30, 3, -1e30, 5, 6};

void writing() {
    const Sample file = sample();
    const std::vector<int> values = {1, 300, 3, -300, 5, 127};
    expect(ncmpi_put_var_int_all(file.ncid, file.bytes, values.data()), NC_ERANGE);
    std::vector<int> read(6);
    ok(ncmpi_get_var_int_all(file.ncid, file.bytes, read.data()));
    expect_values(read, {1, NC_FILL_BYTE, 3, NC_FILL_BYTE, 5, 127}, "written");
    close_file(file.ncid);
}

/// The variable's own _FillValue, if it has one.
void writing_with_own_fill_value() {
    const Sample file = define_sample();
    const signed char fill = 99;
    ok(ncmpi_put_att_schar(file.ncid, file.bytes, "_FillValue", NC_BYTE, 1, &fill));
    ok(ncmpi_enddef(file.ncid));
    const std::vector<int> values = {1, 300, 3, -300, 5, 127};
    expect(ncmpi_put_var_int_all(file.ncid, file.bytes, values.data()), NC_ERANGE);
    std::vector<int> read(6);
    ok(ncmpi_get_var_int_all(file.ncid, file.bytes, read.data()));
    expect_values(read, {1, 99, 3, 99, 5, 127}, "written");
    close_file(file.ncid);
}

void reading() {
    const Sample file = sample();
    std::vector<double> values(24, 2);
    std::copy(too_large.begin(), too_large.end(), values.begin());
    ok(ncmpi_put_var_double_all(file.ncid, file.real, values.data()));
    std::vector<int> read(24);
    expect(ncmpi_get_var_int_all(file.ncid, file.real, read.data()), NC_ERANGE);
    std::vector<int> wanted(24, 2);
    wanted[0] = 1, wanted[1] = NC_FILL_INT, wanted[2] = 3;
    wanted[3] = NC_FILL_INT, wanted[4] = 5, wanted[5] = 6;
    expect_values(read, wanted, "as int");
    std::vector<unsigned char> bytes(24);
    expect(ncmpi_get_var_uchar_all(file.ncid, file.real, bytes.data()), NC_ERANGE);
    expect_equal(bytes[1], NC_FILL_UBYTE, "as unsigned char");
    expect_equal(bytes[5], 6, "as unsigned char");
    close_file(file.ncid);
}

/// Only the rank that has the value gets the code.
void on_one_rank() {
    const Sample file = sample();
    const bool odd = rank() == ranks() - 1;
    const std::vector<int> values(6, odd ? 1000 : 7);
    const MPI_Offset start = 0;
    const MPI_Offset count = odd ? 6 : 0;
    expect(ncmpi_put_vara_int_all(file.ncid, file.bytes, &start, &count, values.data()),
           odd ? NC_ERANGE : NC_NOERR);
    close_file(file.ncid);
}

/// iput reports it at the post, iget at the wait.
void posted() {
    const Sample file = sample();
    std::vector<double> values(24, 1e30);
    values[0] = 4;
    int request = NC_REQ_NULL;
    expect(ncmpi_iput_var_double(file.ncid, file.fixed, values.data(), &request), NC_ERANGE);
    expect_true(request != NC_REQ_NULL, "the request is posted all the same");
    int status = 77;
    ok(ncmpi_wait_all(file.ncid, 1, &request, &status), "wait after iput");
    expect_equal(status, NC_NOERR, "status of iput");
    std::vector<int> wanted(24, NC_FILL_INT);
    wanted[0] = 4;
    expect_values(values_of(file.ncid, file.fixed, 24), wanted, "written");
    std::vector<signed char> read(24);
    status = 77;
    ok(ncmpi_iget_var_schar(file.ncid, file.fixed, read.data(), &request), "iget");
    expect(ncmpi_wait_all(file.ncid, 1, &request, &status), NC_ERANGE, "wait after iget");
    expect_equal(status, NC_ERANGE, "status of iget");
    expect_equal(read[0], 4, "read");
    expect_equal(read[1], NC_FILL_BYTE, "read");
    close_file(file.ncid);
}

/// Each request has a status of its own.
void posted_with_others() {
    const Sample file = sample();
    const std::vector<int> values(24, 1000);
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, values.data()));
    std::vector<signed char> bytes(24);
    std::vector<int> ints(24);
    int requests[2] = {};
    int statuses[2] = {77, 77};
    ok(ncmpi_iget_var_schar(file.ncid, file.fixed, bytes.data(), &requests[0]));
    ok(ncmpi_iget_var_int(file.ncid, file.fixed, ints.data(), &requests[1]));
    expect(ncmpi_wait_all(file.ncid, 2, requests, statuses), NC_ERANGE);
    expect_equal(statuses[0], NC_ERANGE, "of the one that does not fit");
    expect_equal(statuses[1], NC_NOERR, "of the other");
    expect_values(ints, values, "read as int");
    close_file(file.ncid);
}

void buffered() {
    const Sample file = sample();
    const std::vector<double> values(24, 1e30);
    ok(ncmpi_buffer_attach(file.ncid, 1000));
    int request = NC_REQ_NULL;
    expect(ncmpi_bput_var_double(file.ncid, file.fixed, values.data(), &request), NC_ERANGE);
    ok(ncmpi_wait_all(file.ncid, 1, &request, nullptr));
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, NC_FILL_INT),
                  "written");
    ok(ncmpi_buffer_detach(file.ncid));
    close_file(file.ncid);
}

/// In CDF-1 and CDF-2 a byte is signed or unsigned as the program uses it.
void bytes_of_old_formats() {
    for (const int cmode : {NC_CLOBBER, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
        const Sample file = sample(cmode);
        const std::vector<unsigned char> values = {0, 127, 128, 200, 255, 1};
        const int wanted = cmode == NC_64BIT_DATA ? NC_ERANGE : NC_NOERR;
        expect(ncmpi_put_var_uchar_all(file.ncid, file.bytes, values.data()), wanted);
        if (wanted == NC_NOERR) {
            std::vector<unsigned char> read(6);
            ok(ncmpi_get_var_uchar_all(file.ncid, file.bytes, read.data()));
            expect_values(read, values, "the same bits");
        }
        close_file(file.ncid);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"writing", writing},
                {"writing_with_own_fill_value", writing_with_own_fill_value},
                {"reading", reading},
                {"on_one_rank", on_one_rank},
                {"posted", posted},
                {"posted_with_others", posted_with_others},
                {"buffered", buffered},
                {"bytes_of_old_formats", bytes_of_old_formats}});
}
