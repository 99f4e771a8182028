// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/comm.hpp"

#include <utility>

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

/// A view of a communicator that Weft has just made. Its errors are returned from now on.
CommView view_of_new(MPI_Comm handle) {
    expect_success(MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN));
    int rank = 0;
    expect_success(MPI_Comm_rank(handle, &rank));
    int size = 1;
    expect_success(MPI_Comm_size(handle, &size));
    return {handle, rank, size};
}

}  // namespace

Comm::Comm(Comm&& other) noexcept
    : view_(std::exchange(other.view_, {})), owned_(std::exchange(other.owned_, false)) {}

Comm& Comm::operator=(Comm&& other) noexcept {
    view_ = std::exchange(other.view_, {});
    owned_ = std::exchange(other.owned_, false);
    return *this;
}

Comm Comm::of_new(MPI_Comm handle) {
    Comm comm;
    comm.view_ = view_of_new(handle);
    comm.owned_ = true;
    return comm;
}

// Finds out before MPI does, because MPI would end the program.
Status Comm::check(MPI_Comm original) {
    if (!is_running()) return {Code::empi, "MPI is not initialised, or finalised already"};
    if (original == MPI_COMM_NULL) return {Code::empi, "the communicator is MPI_COMM_NULL"};
    int is_inter = 0;
    Status tested = status_of(MPI_Comm_test_inter(original, &is_inter), "MPI_Comm_test_inter");
    if (!tested.ok()) return tested;
    if (is_inter != 0) return {Code::empi, "the communicator is an intercommunicator"};
    return {};
}

Result<Comm> Comm::duplicate(MPI_Comm original) {
    Status usable = check(original);
    if (!usable.ok()) return usable;
    MPI_Comm handle = MPI_COMM_NULL;
    Status made = status_of(MPI_Comm_dup(original, &handle), "MPI_Comm_dup");
    if (!made.ok()) return made;
    return of_new(handle);
}

CommView Comm::view_of(MPI_Comm original) {
    if (!is_running() || original == MPI_COMM_NULL) return {};
    int rank = 0;
    int size = 1;
    expect_success(MPI_Comm_rank(original, &rank));
    expect_success(MPI_Comm_size(original, &size));
    return {original, rank, size};
}

Comm Comm::self() {
    Comm comm;
    comm.view_ = CommView(MPI_COMM_SELF, 0, 1);
    return comm;
}

Result<Comm> Comm::split(CommView parent, int color) {
    MPI_Comm handle = MPI_COMM_NULL;
    Status made =
        status_of(MPI_Comm_split(parent.handle(), color, parent.rank(), &handle), "MPI_Comm_split");
    if (!made.ok()) return made;
    return of_new(handle);
}

Result<Comm> Comm::split_by_node(CommView parent) {
    MPI_Comm handle = MPI_COMM_NULL;
    Status made = status_of(MPI_Comm_split_type(parent.handle(), MPI_COMM_TYPE_SHARED,
                                                parent.rank(), MPI_INFO_NULL, &handle),
                            "MPI_Comm_split_type");
    if (!made.ok()) return made;
    return of_new(handle);
}

void Comm::close() {
    MPI_Comm handle = view_.handle();
    if (owned_ && is_running()) expect_success(MPI_Comm_free(&handle));
    view_ = {};
    owned_ = false;
}

bool is_running() {
    int is_initialized = 0;
    int is_finalized = 0;
    MPI_Initialized(&is_initialized);
    MPI_Finalized(&is_finalized);
    return is_initialized != 0 && is_finalized == 0;
}

bool threads_may_call() {
    int level = MPI_THREAD_SINGLE;
    if (is_running()) expect_success(MPI_Query_thread(&level));
    return level == MPI_THREAD_MULTIPLE;
}

}  // namespace weft::mpi
