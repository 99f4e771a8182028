// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/shared_pointer.hpp"

namespace weft::mpiio {
namespace {

constexpr int root = 0;

Status checked(int code, const char* call) {
    return code == MPI_SUCCESS ? Status() : Status(Code::empi, std::string(call) + " failed");
}

}  // namespace

Status SharedPointer::open(mpi::CommView comm) {
    if (comm.size() == 1) return {};
    const MPI_Aint bytes = comm.rank() == root ? sizeof *word_ : 0;
    const int code = MPI_Win_allocate(bytes, sizeof *word_, MPI_INFO_NULL, comm.handle(),
                                      static_cast<void*>(&word_), &window_);
    if (code != MPI_SUCCESS) return checked(code, "MPI_Win_allocate");
    MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
    return {};
}

void SharedPointer::close() {
    if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

Result<std::int64_t> SharedPointer::advance(std::int64_t etypes) {
    if (window_ == MPI_WIN_NULL) {
        const std::int64_t before = alone_;
        alone_ += etypes;
        return before;
    }
    std::int64_t before = 0;
    Status status = checked(MPI_Win_lock(MPI_LOCK_SHARED, root, 0, window_), "MPI_Win_lock");
    if (!status.ok()) return status;
    status = checked(MPI_Fetch_and_op(&etypes, &before, MPI_INT64_T, root, 0, MPI_SUM, window_),
                     "MPI_Fetch_and_op");
    status.keep_first(checked(MPI_Win_unlock(root, window_), "MPI_Win_unlock"));
    if (!status.ok()) return status;
    return before;
}

Status SharedPointer::set(mpi::CommView comm, std::int64_t position) {
    if (window_ == MPI_WIN_NULL) {
        alone_ = position;
        return {};
    }
    comm.barrier();  // who was to use the old position has done so
    Status status;
    if (comm.rank() == root) {
        std::int64_t before = 0;
        status = checked(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, root, 0, window_), "MPI_Win_lock");
        if (status.ok()) {
            status = checked(
                MPI_Fetch_and_op(&position, &before, MPI_INT64_T, root, 0, MPI_REPLACE, window_),
                "MPI_Fetch_and_op");
            status.keep_first(checked(MPI_Win_unlock(root, window_), "MPI_Win_unlock"));
        }
    }
    comm.barrier();
    return status;
}

}  // namespace weft::mpiio
