// SPDX-License-Identifier: BSD-3-Clause
// Posting requests and waiting for them.
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

bool is_odd() {
    return ranks() > 1 && rank() == ranks() - 1;
}

int pending(int ncid) {
    int count = -1;
    ok(ncmpi_inq_nreqs(ncid, &count), "inq_nreqs");
    return count;
}

void ids() {
    const Sample file = sample();
    int value = 1;
    int id[4] = {-9, -9, -9, -9};
    for (int round = 0; round < 2; ++round) {
        ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &id[0]));
        ok(ncmpi_iget_var_int(file.ncid, file.scalar, &value, &id[1]));
        ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &id[2]));
        ok(ncmpi_iget_var_int(file.ncid, file.scalar, &value, &id[3]));
        expect_values<int>({id[0], id[1], id[2], id[3]}, {0, 1, 2, 3}, "puts even, gets odd");
        expect_equal(pending(file.ncid), 4, "pending");
        ok(ncmpi_wait_all(file.ncid, 4, id, nullptr));
        expect_values<int>({id[0], id[1], id[2], id[3]}, {-1, -1, -1, -1}, "NC_REQ_NULL");
        expect_equal(pending(file.ncid), 0, "pending");
    }
    close_file(file.ncid);
}

void empty_requests() {
    const Sample file = sample();
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset none[] = {0, 6};
    int value = 1;
    int request = 55;
    ok(ncmpi_iput_vara_int(file.ncid, file.fixed, start, none, &value, &request));
    expect_equal(request, NC_REQ_NULL, "iput");
    request = 55;
    ok(ncmpi_iget_vara_int(file.ncid, file.fixed, start, none, &value, &request));
    expect_equal(request, NC_REQ_NULL, "iget");
    request = 55;
    ok(ncmpi_iput_varn_int(file.ncid, file.fixed, 0, nullptr, nullptr, &value, &request));
    expect_equal(request, NC_REQ_NULL, "iput_varn");
    request = 55;
    expect(ncmpi_iput_var_int(file.ncid, 99, &value, &request), NC_ENOTVAR);
    expect_equal(request, NC_REQ_NULL, "refused");
    expect_equal(pending(file.ncid), 0, "pending");
    int nulls[2] = {NC_REQ_NULL, NC_REQ_NULL};
    int statuses[2] = {7, 7};
    ok(ncmpi_wait_all(file.ncid, 2, nulls, statuses));
    expect_values<int>({statuses[0], statuses[1]}, {0, 0}, "statuses of NC_REQ_NULL");
    close_file(file.ncid);
}

/// Requests without an id are completed by the waits for all of a kind.
void all_of_a_kind() {
    const Sample file = sample();
    std::vector<int> values(24, 8);
    std::vector<int> read(24, 0);
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), nullptr));
    ok(ncmpi_iget_var_int(file.ncid, file.fixed, read.data(), nullptr));
    ok(ncmpi_wait_all(file.ncid, NC_PUT_REQ_ALL, nullptr, nullptr));
    expect_equal(pending(file.ncid), 1, "the get");
    expect_values(read, std::vector<int>(24, 0), "nothing is read yet");
    ok(ncmpi_wait_all(file.ncid, NC_GET_REQ_ALL, nullptr, nullptr));
    expect_values(read, values, "read");
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), nullptr));
    ok(ncmpi_iget_var_int(file.ncid, file.fixed, read.data(), nullptr));
    ok(ncmpi_wait_all(file.ncid, NC_REQ_ALL, nullptr, nullptr));
    expect_equal(pending(file.ncid), 0, "all");
    ok(ncmpi_begin_indep_data(file.ncid));
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), nullptr));
    ok(ncmpi_wait(file.ncid, NC_REQ_ALL, nullptr, nullptr));
    expect_equal(pending(file.ncid), 0, "independent");
    ok(ncmpi_end_indep_data(file.ncid));
    close_file(file.ncid);
}

void modes_of_wait() {
    const Sample file = define_sample();
    const int value = 17;
    int request = -9;
    ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &request), "posted in define mode");
    expect(ncmpi_wait(file.ncid, 1, &request, nullptr), NC_EINDEFINE);
    expect(ncmpi_wait_all(file.ncid, 1, &request, nullptr), NC_EINDEFINE);
    ok(ncmpi_enddef(file.ncid));
    expect(ncmpi_wait(file.ncid, 1, &request, nullptr), NC_ENOTINDEP);
    ok(ncmpi_begin_indep_data(file.ncid));
    expect(ncmpi_wait_all(file.ncid, 1, &request, nullptr), NC_EINDEP);
    expect_equal(pending(file.ncid), 1, "still pending");
    ok(ncmpi_end_indep_data(file.ncid));
    expect_equal(pending(file.ncid), 1, "pending after end_indep_data");
    ok(ncmpi_wait_all(file.ncid, 1, &request, nullptr), "collective");
    expect_values(values_of(file.ncid, file.scalar, 1), {17}, "written");
    close_file(file.ncid);
}

/// Posted in one mode, waited for in another one, with a redefinition that moves the data between.
void redefinition_before_the_wait() {
    const Sample file = sample();
    std::vector<int> values(24, 4);
    int request = -9;
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), &request));
    ok(ncmpi_redef(file.ncid));
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "a", 900, std::string(900, 'a').c_str()));
    ok(ncmpi_enddef(file.ncid));
    ok(ncmpi_wait_all(file.ncid, 1, &request, nullptr));
    expect_values(values_of(file.ncid, file.fixed, 24), values, "in its new place");
    close_file(file.ncid);
}

void wait_for_nothing() {
    const Sample file = sample();
    std::vector<int> values(24, 1);
    int request = NC_REQ_NULL;
    if (!is_odd()) ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), &request));
    ok(ncmpi_wait_all(file.ncid, is_odd() ? 0 : 1, is_odd() ? nullptr : &request, nullptr));
    expect_values(values_of(file.ncid, file.fixed, 24), values, "of the other ranks");
    close_file(file.ncid);
}

void unknown_ids() {
    const Sample file = sample();
    const int value = 3;
    int request = -9;
    ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &request));
    int requests[] = {request, 77, NC_REQ_NULL, -5, 1};
    int statuses[] = {9, 9, 9, 9, 9};
    expect(ncmpi_wait_all(file.ncid, 5, requests, statuses), NC_EINVAL_REQUEST);
    expect_values<int>({statuses, statuses + 5},
                       {0, NC_EINVAL_REQUEST, 0, NC_EINVAL_REQUEST, NC_EINVAL_REQUEST}, "statuses");
    expect_equal(requests[0], NC_REQ_NULL, "the known one is done");
    expect_values(values_of(file.ncid, file.scalar, 1), {3}, "written");
    expect(ncmpi_wait_all(file.ncid, 1, &request, nullptr), NC_EINVAL_REQUEST, "done before");
    close_file(file.ncid);
}

void cancelling() {
    const Sample file = sample();
    std::vector<int> values(24, 6);
    int requests[3] = {};
    int statuses[3] = {9, 9, 9};
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), &requests[0]));
    ok(ncmpi_iget_var_int(file.ncid, file.fixed, values.data(), &requests[1]));
    requests[2] = 77;
    expect(ncmpi_cancel(file.ncid, 3, requests, statuses), NC_EINVAL_REQUEST);
    expect_values<int>({statuses, statuses + 3}, {0, 0, NC_EINVAL_REQUEST}, "statuses");
    expect_values<int>({requests[0], requests[1]}, {-1, -1}, "ids");
    expect_equal(pending(file.ncid), 0, "pending");
    expect(ncmpi_cancel(file.ncid, -4, nullptr, nullptr), NC_EINVAL);
    for (const int kind : {NC_PUT_REQ_ALL, NC_GET_REQ_ALL, NC_REQ_ALL}) {
        ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), nullptr));
        ok(ncmpi_iget_var_int(file.ncid, file.fixed, values.data(), nullptr));
        ok(ncmpi_cancel(file.ncid, kind, nullptr, nullptr));
        expect_equal(pending(file.ncid), kind == NC_REQ_ALL ? 0 : 1, "pending");
        ok(ncmpi_cancel(file.ncid, NC_REQ_ALL, nullptr, nullptr));
    }
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, 0), "not written");
    ok(ncmpi_redef(file.ncid));
    int request = -9;
    if (is_odd()) ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), &request));
    if (is_odd()) ok(ncmpi_cancel(file.ncid, 1, &request, nullptr), "one rank, in define mode");
    close_file(file.ncid);
}

/// Within one wait puts come before gets.
void get_after_put() {
    const Sample file = sample();
    std::vector<int> values(24, 5);
    std::vector<int> read(24, 0);
    int requests[2] = {};
    ok(ncmpi_iget_var_int(file.ncid, file.fixed, read.data(), &requests[0]));
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), &requests[1]));
    ok(ncmpi_wait_all(file.ncid, 2, requests, nullptr));
    expect_values(read, values, "read");
    close_file(file.ncid);
}

/// Each rank waits for other kinds of requests, and for parts of what it has posted.
void different_waits() {
    const Sample file = sample();
    std::vector<int> values(24, 5);
    std::vector<double> reals(24, 0.5);
    std::vector<int> read(24, 0);
    int requests[3] = {};
    ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), &requests[0]));
    ok(ncmpi_iput_var_double(file.ncid, file.real, reals.data(), &requests[1]));
    ok(ncmpi_iget_var_int(file.ncid, file.fixed, read.data(), &requests[2]));
    ok(ncmpi_wait_all(file.ncid, 1, &requests[rank() % 3], nullptr));
    expect_equal(pending(file.ncid), 2, "the others stay");
    ok(ncmpi_wait_all(file.ncid, 3, requests, nullptr), "the rest");
    expect_values(values_of(file.ncid, file.fixed, 24), values, "fixed");
    std::vector<double> found(24);
    ok(ncmpi_get_var_double_all(file.ncid, file.real, found.data()));
    expect_values(found, reals, "real");
    close_file(file.ncid);
}

void posted_lists() {
    const Sample file = sample();
    MPI_Offset a[] = {0, 1};
    MPI_Offset b[] = {2, 0};
    MPI_Offset row[] = {1, 3};
    MPI_Offset* const starts[] = {a, b};
    MPI_Offset* const counts[] = {row, row};
    const std::vector<int> values = {1, 2, 3, 4, 5, 6};
    int request = -9;
    ok(ncmpi_iput_varn_int(file.ncid, file.fixed, 2, starts, counts, values.data(), &request));
    // The arrays of the call may be reused after its return.
    a[1] = b[0] = 99;
    row[1] = 99;
    ok(ncmpi_wait_all(file.ncid, 1, &request, nullptr));
    std::vector<int> wanted(24, 0);
    wanted[1] = 1, wanted[2] = 2, wanted[3] = 3, wanted[12] = 4, wanted[13] = 5, wanted[14] = 6;
    expect_values(values_of(file.ncid, file.fixed, 24), wanted, "written");
    close_file(file.ncid);
}

void posted_maps_and_strides() {
    const Sample file = sample();
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {2, 3};
    const MPI_Offset stride[] = {3, 2};
    const MPI_Offset imap[] = {1, 2};
    const std::vector<int> values = {1, 4, 2, 5, 3, 6};
    std::vector<int> read(6);
    int requests[2] = {};
    ok(ncmpi_iput_varm_int(file.ncid, file.fixed, start, count, stride, imap, values.data(),
                           &requests[0]));
    ok(ncmpi_iget_vars_int(file.ncid, file.fixed, start, count, stride, read.data(), &requests[1]));
    ok(ncmpi_wait_all(file.ncid, 2, requests, nullptr));
    expect_values(read, {1, 2, 3, 4, 5, 6}, "read");
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"ids", ids},
                {"empty_requests", empty_requests},
                {"all_of_a_kind", all_of_a_kind},
                {"modes_of_wait", modes_of_wait},
                {"redefinition_before_the_wait", redefinition_before_the_wait},
                {"wait_for_nothing", wait_for_nothing},
                {"unknown_ids", unknown_ids},
                {"cancelling", cancelling},
                {"get_after_put", get_after_put},
                {"different_waits", different_waits},
                {"posted_lists", posted_lists},
                {"posted_maps_and_strides", posted_maps_and_strides}});
}
