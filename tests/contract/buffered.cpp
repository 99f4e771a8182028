// SPDX-License-Identifier: BSD-3-Clause
// bput and its attached buffer.
#include "sample.hpp"

using namespace contract;

namespace {

MPI_Offset usage(int ncid) {
    MPI_Offset bytes = -1;
    ok(ncmpi_inq_buffer_usage(ncid, &bytes), "inq_buffer_usage");
    return bytes;
}

void without_a_buffer() {
    const Sample file = sample();
    MPI_Offset bytes = 0;
    int request = 5;
    const int value = 1;
    expect(ncmpi_bput_var_int(file.ncid, file.scalar, &value, &request), NC_ENULLABUF);
    expect_equal(request, NC_REQ_NULL, "request");
    expect(ncmpi_buffer_detach(file.ncid), NC_ENULLABUF);
    expect(ncmpi_inq_buffer_usage(file.ncid, &bytes), NC_ENULLABUF);
    expect(ncmpi_inq_buffer_size(file.ncid, &bytes), NC_ENULLABUF);
    close_file(file.ncid);
}

void attaching() {
    const Sample file = sample();
    MPI_Offset bytes = 0;
    expect(ncmpi_buffer_attach(file.ncid, 0), NC_ENULLBUF);
    expect(ncmpi_buffer_attach(file.ncid, -5), NC_ENULLBUF);
    ok(ncmpi_buffer_attach(file.ncid, 1000));
    expect(ncmpi_buffer_attach(file.ncid, 1000), NC_EPREVATTACHBUF);
    ok(ncmpi_inq_buffer_size(file.ncid, &bytes));
    expect_equal(bytes, 1000, "size");
    ok(ncmpi_inq_buffer_size(file.ncid, nullptr), "NULL");
    ok(ncmpi_inq_buffer_usage(file.ncid, nullptr), "NULL");
    expect_equal(usage(file.ncid), 0, "usage");
    ok(ncmpi_buffer_detach(file.ncid));
    ok(ncmpi_buffer_attach(file.ncid, 10), "again");
    close_file(file.ncid);
}

void usage_of_the_buffer() {
    const Sample file = sample();
    const std::vector<int> values(24, 2);
    int requests[2] = {};
    ok(ncmpi_buffer_attach(file.ncid, 200));
    ok(ncmpi_bput_var_int(file.ncid, file.fixed, values.data(), &requests[0]));
    expect_equal(usage(file.ncid), 96, "24 ints");
    ok(ncmpi_bput_var_int(file.ncid, file.fixed, values.data(), &requests[1]));
    expect_equal(usage(file.ncid), 192, "48 ints");
    int refused = 5;
    expect(ncmpi_bput_var_int(file.ncid, file.fixed, values.data(), &refused), NC_EINSUFFBUF);
    expect_equal(refused, NC_REQ_NULL, "request");
    expect(ncmpi_buffer_detach(file.ncid), NC_EPENDINGBPUT);
    ok(ncmpi_cancel(file.ncid, 1, &requests[0], nullptr));
    ok(ncmpi_wait_all(file.ncid, 1, &requests[1], nullptr));
    expect_equal(usage(file.ncid), 0, "after the wait");
    ok(ncmpi_buffer_detach(file.ncid));
    close_file(file.ncid);
}

/// The user's memory may be reused at return, for every kind of access and type.
void memory_is_free_at_return() {
    const Sample file = sample();
    ok(ncmpi_buffer_attach(file.ncid, 4096));
    std::vector<int> values(24, 7);
    std::vector<short> shorts(6, 3);
    const MPI_Offset start[] = {1, 0};
    const MPI_Offset count[] = {1, 3};
    const MPI_Offset stride[] = {1, 2};
    const MPI_Offset imap[] = {1, 2};
    ok(ncmpi_bput_var_int(file.ncid, file.fixed, values.data(), nullptr));
    ok(ncmpi_bput_varm_short(file.ncid, file.real, start, count, stride, imap, shorts.data(),
                             nullptr));
    std::fill(values.begin(), values.end(), -1);
    std::fill(shorts.begin(), shorts.end(), short{-1});
    ok(ncmpi_wait_all(file.ncid, NC_REQ_ALL, nullptr, nullptr));
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, 7), "ints");
    std::vector<double> reals(3);
    ok(ncmpi_get_vars_double_all(file.ncid, file.real, start, count, stride, reals.data()));
    expect_values(reals, {3, 3, 3}, "shorts as doubles");
    ok(ncmpi_buffer_detach(file.ncid));
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"without_a_buffer", without_a_buffer},
                {"attaching", attaching},
                {"usage_of_the_buffer", usage_of_the_buffer},
                {"memory_is_free_at_return", memory_is_free_at_return}});
}
