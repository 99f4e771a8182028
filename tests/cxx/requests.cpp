// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking and buffered access.
#include "check.hpp"

using namespace PnetCDF;

namespace cxx_test {
namespace {

constexpr MPI_Offset row_length = 8;

void posts(NcmpiFile& file, const NcmpiVar& var, World world) {
    const MPI_Offset row = world.rank;
    const std::vector<int> head = {1, 2}, strided = {3, 4}, mapped = {5, -1, 6};
    const int one = 7;
    std::vector<int> requests(5, NC_REQ_NULL), statuses(5, -1);
    // Posted while the file is still being defined.
    var.iputVar({row, 0}, {1, 2}, head.data(), &requests[0]);
    var.iputVar({row, 2}, {1, 2}, {1, 2}, strided.data(), &requests[1]);
    var.iputVar({row, 5}, {1, 2}, {}, {1, 2}, mapped.data(), &requests[2]);
    var.iputVar({row, 3}, one, &requests[3]);
    var.iputVar({row, 7}, {1, 1}, &one, 1, MPI_INT, &requests[4]);
    int pending = 0;
    file.Inq_nreqs(&pending);
    expect_equal(pending, 5, "pending requests");
    file.Wait_all(5, requests.data(), statuses.data());
    expect_same(statuses, std::vector<int>(5, NC_NOERR), "statuses");

    std::vector<int> found(row_length), second(2);
    var.igetVar({row, 0}, {1, row_length}, found.data(), &requests[0]);
    var.igetVar({row, 0}, {1, 2}, {1, 2}, second.data(), &requests[1]);
    file.Wait_all(NC_REQ_ALL, nullptr, nullptr);
    expect_same(found, {1, 2, 3, 7, 4, 5, 6, 7}, "values that were posted");
    expect_same(second, {1, 3}, "values read with a stride");
}

void buffered(NcmpiFile& file, const NcmpiVar& var, World world) {
    const MPI_Offset row = world.rank;
    file.Buffer_attach(4 * row_length * MPI_Offset(sizeof(int)));
    std::vector<int> values(row_length, 20 + world.rank);
    int requests[2] = {NC_REQ_NULL, NC_REQ_NULL};
    var.bputVar({row, 0}, {1, row_length - 1}, values.data(), &requests[0]);
    var.bputVar({row, row_length - 1}, 30, &requests[1]);
    values.assign(row_length, -1);  // they were copied
    MPI_Offset size = 0, used = 0;
    file.Inq_buffer_size(&size);
    file.Inq_buffer_usage(&used);
    expect_equal(size, 4 * row_length * MPI_Offset(sizeof(int)), "size of the buffer");
    expect_equal(used, row_length * MPI_Offset(sizeof(int)), "use of the buffer");
    file.Wait_all(2, requests, nullptr);
    file.Buffer_detach();
    std::vector<int> found(row_length), expected(row_length, 20 + world.rank);
    expected[row_length - 1] = 30;
    var.getVar_all({row, 0}, {1, row_length}, found.data());
    expect_same(found, expected, "values that were buffered");
}

void alone(NcmpiFile& file, const NcmpiVar& var, World world) {
    MPI_Offset first[2] = {world.rank, 0}, second[2] = {world.rank, 4}, length[2] = {1, 2};
    MPI_Offset* const starts[2] = {first, second};
    MPI_Offset* const counts[2] = {length, length};
    const std::vector<int> values = {40, 41, 42, 43};
    std::vector<int> found(4);
    int request = NC_REQ_NULL;
    file.Begin_indep_data();
    var.iputVarn(2, starts, counts, values.data(), &request);
    file.Wait(1, &request, nullptr);
    var.igetVarn(2, starts, counts, found.data(), &request);
    file.Wait(1, &request, nullptr);
    file.End_indep_data();
    expect_same(found, values, "lists posted by a rank alone");

    const int unwanted = 99;
    var.iputVar({world.rank, 0}, unwanted, &request);
    file.Cancel(1, &request, nullptr);
    int value = 0;
    var.getVar_all({world.rank, 0}, &value);
    expect_equal(value, 40, "a write that was cancelled");
}

}  // namespace

void test_requests(World world) {
    NcmpiFile file(MPI_COMM_WORLD, "requests.nc", NcmpiFile::replace, NcmpiFile::classic);
    const NcmpiVar var = file.addVar(
        "v", ncmpiInt, {file.addDim("row", world.size), file.addDim("column", row_length)});
    posts(file, var, world);
    buffered(file, var, world);
    alone(file, var, world);
}

}  // namespace cxx_test
