// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/shared_pointer.hpp"

#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mpi/agreed.hpp"

namespace weft::mpiio {
namespace {

constexpr std::int64_t none = -1;

Status checked(int code, const char* call) {
    return code == MPI_SUCCESS ? Status() : Status(Code::empi, std::string(call) + " failed");
}

/// Collective. The value of rank 0, on all ranks.
Result<std::int64_t> told_by_root(mpi::CommView comm,
                                  const std::function<Result<std::int64_t>()>& say) {
    std::vector<std::byte> told;
    const mpi::Agreed said = mpi::lead(comm, {}, told, root, [&] {
        const Result<std::int64_t> number = say();
        if (!number.ok()) return number.status();
        const auto bytes = std::as_bytes(std::span(&number.value(), 1));
        told.assign(bytes.begin(), bytes.end());
        return Status();
    });
    if (!said.ok()) return said.status();
    std::int64_t number = 0;
    std::memcpy(&number, told.data(), sizeof number);
    return number;
}

}  // namespace

SharedPointer::~SharedPointer() {
    if (index_) state_->give_back_counter(*index_);
}

SharedPointer::Start SharedPointer::begin_at(std::int64_t position) {
    Start start{none, 0, position};
    if (state_->comm().size() > 1) index_ = state_->take_counter();
    if (!index_) return start;
    start.index = static_cast<std::int64_t>(*index_);
    // New shared memory begins with zeros.
    if (state_->collectives() != nullptr) start.counted = state_->counter(*index_).load();
    return start;
}

Status SharedPointer::open(const Start& start) {
    begin_ = start.counted - start.position;
    if (state_->comm().size() == 1) return {};
    if (start.index == none || state_->collectives() == nullptr) return open_window();
    counter_ = &state_->counter(static_cast<std::size_t>(start.index));
    return {};
}

/// Collective. The same outcome on all ranks.
Status SharedPointer::open_window() {
    const mpi::CommView comm = state_->comm();
    const MPI_Aint bytes = comm.rank() == root ? sizeof *word_ : 0;
    const Status made = checked(MPI_Win_allocate(bytes, sizeof *word_, MPI_INFO_NULL, comm.handle(),
                                                 static_cast<void*>(&word_), &window_),
                                "MPI_Win_allocate");
    if (made.ok()) {
        MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
        if (comm.rank() == root) *word_ = 0;
    }
    bool everybody = made.ok();
    const mpi::Agreed agreed = mpi::agree(comm, {}, everybody);
    if (everybody) return agreed.status();
    window_ = MPI_WIN_NULL;  // freeing it is collective
    is_mirrored_ = true;
    return agreed.status();
}

void SharedPointer::close() {
    if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

/// Advances the counter; returns its old value.
Result<std::int64_t> SharedPointer::count(std::int64_t etypes) {
    if (counter_ != nullptr) return counter_->fetch_add(etypes);
    std::int64_t before = alone_;
    if (window_ == MPI_WIN_NULL) {
        alone_ += etypes;
        return before;
    }
    Status status = checked(MPI_Win_lock(MPI_LOCK_SHARED, root, 0, window_), "MPI_Win_lock");
    if (!status.ok()) return status;
    status = checked(MPI_Fetch_and_op(&etypes, &before, MPI_INT64_T, root, 0, MPI_SUM, window_),
                     "MPI_Fetch_and_op");
    status.keep_first(checked(MPI_Win_unlock(root, window_), "MPI_Win_unlock"));
    if (!status.ok()) return status;
    return before;
}

Result<std::int64_t> SharedPointer::advance(std::int64_t etypes) {
    if (is_mirrored_ && etypes != 0)
        return Status(Code::enotsupport,
                      "this MPI has no one-sided communication between the ranks: only collective "
                      "calls can move the shared file pointer");
    return advance_for_all(etypes);
}

void SharedPointer::follow(std::int64_t etypes) {
    if (is_mirrored_) alone_ += etypes;
}

Result<std::int64_t> SharedPointer::advance_for_all(std::int64_t etypes) {
    const Result<std::int64_t> before = count(etypes);
    if (!before.ok()) return before;
    return before.value() - begin_;
}

Status SharedPointer::set(std::int64_t position) {
    const Result<std::int64_t> begin = told_by_root(state_->comm(), [&]() -> Result<std::int64_t> {
        const Result<std::int64_t> now = count(0);
        if (!now.ok()) return now;
        return now.value() - position;
    });
    if (begin.ok()) begin_ = begin.value();
    return begin.status();
}

}  // namespace weft::mpiio
