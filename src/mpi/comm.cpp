// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/comm.hpp"

#include <array>
#include <utility>

#include "mpi/check.hpp"
#include "mpi/comm_record.hpp"
#include "mpi/together.hpp"

namespace weft::mpi {
namespace {

/// A view of a new communicator of Weft, whose errors MPI returns from now on.
Result<CommView> view_of_new(MPI_Comm handle) {
    int rank = 0;
    int size = 1;
    Status status =
        status_of(MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    status.keep_first(status_of(MPI_Comm_rank(handle, &rank), "MPI_Comm_rank"));
    status.keep_first(status_of(MPI_Comm_size(handle, &size), "MPI_Comm_size"));
    if (!status.ok()) return status;
    return CommView(handle, rank, size);
}

Status another_rank_has_none() {
    return {Code::empi, "another rank could not make a communicator"};
}

}  // namespace

Comm::Comm() = default;
Comm::~Comm() = default;

Comm::Comm(Comm&& other) noexcept
    : view_(std::exchange(other.view_, {})),
      owned_(std::exchange(other.owned_, false)),
      record_(std::move(other.record_)) {}

Comm& Comm::operator=(Comm&& other) noexcept {
    view_ = std::exchange(other.view_, {});
    owned_ = std::exchange(other.owned_, false);
    record_ = std::move(other.record_);
    return *this;
}

Result<Comm> Comm::of_new(MPI_Comm handle) {
    const Result<CommView> view = view_of_new(handle);
    if (!view.ok()) return view.status();
    Comm comm;
    comm.record_ = std::make_unique<CommRecord>();
    comm.view_ = CommView(handle, view.value().rank(), view.value().size(), comm.record_.get());
    comm.owned_ = true;
    return comm;
}

void Comm::use(Shortcut* shortcut) {
    record_->shortcut = shortcut;
}

// Checks this before MPI does, because MPI would end the program.
Status Comm::check(MPI_Comm original) {
    if (!is_running()) return {Code::empi, "MPI is not initialised, or already finalised"};
    if (original == MPI_COMM_NULL) return {Code::empi, "the communicator is MPI_COMM_NULL"};
    int is_inter = 0;
    const bool tested = MPI_Comm_test_inter(original, &is_inter) == MPI_SUCCESS;
    // If MPI cannot tell, the duplication reports it on all ranks.
    if (tested && is_inter != 0) return {Code::empi, "the communicator is an intercommunicator"};
    return {};
}

Result<Comm> Comm::duplicate(MPI_Comm original, Status mine) {
    Status usable = check(original);
    if (!usable.ok()) return usable;
    MPI_Comm handle = MPI_COMM_NULL;
    mine.keep_first(status_of(MPI_Comm_dup(original, &handle), "MPI_Comm_dup"));
    Result<Comm> made(mine);
    if (mine.ok()) {
        mine = local([&] {
            made = of_new(handle);
            return made.status();
        });
        if (!mine.ok()) made = mine;
    }
    int is_good = made.ok() ? 1 : 0;
    int all_are_good = 0;
    Status asked = status_of(MPI_Allreduce(&is_good, &all_are_good, 1, MPI_INT, MPI_MIN, original),
                             "MPI_Allreduce");
    if (!made.ok()) return made;
    if (asked.ok() && all_are_good != 0) return made;
    // Other ranks may have heard of success, and be about to use their duplicates.
    if (!asked.ok()) made.value().view().fail(asked);
    made.value().close();
    return asked.ok() ? another_rank_has_none() : asked;
}

CommView Comm::view_of(MPI_Comm original) {
    int rank = 0;
    int size = 1;
    require(MPI_Comm_rank(original, &rank), "MPI_Comm_rank");
    require(MPI_Comm_size(original, &size), "MPI_Comm_size");
    return {original, rank, size};
}

bool Comm::is_of_one_rank(MPI_Comm original) {
    int size = 0;
    return MPI_Comm_size(original, &size) == MPI_SUCCESS && size == 1;
}

MPI_Comm Comm::self_if_alone(MPI_Comm original) {
    return is_of_one_rank(original) ? MPI_COMM_SELF : original;
}

Comm Comm::self() {
    Comm comm;
    comm.view_ = CommView(MPI_COMM_SELF, 0, 1);
    return comm;
}

/// Collective. A part of `parent`, on all ranks or on none. The caller has met the others right
/// before it asked MPI for the part: a rank that cannot come would leave them waiting in MPI.
Result<Comm> Comm::part_of(CommView parent, MPI_Comm handle, Status made) {
    Result<Comm> part = made.ok() ? of_new(handle) : Result<Comm>(made);
    std::array<std::int64_t, 1> all_have_one = {part.ok() ? 1 : 0};
    parent.all_reduce_min(all_have_one);
    if (part.ok() && all_have_one[0] == 0) {
        part.value().close();
        return another_rank_has_none();
    }
    if (part.ok()) part.value().record_->whole = parent;
    return part;
}

Result<Comm> Comm::split(CommView parent, int color) {
    MPI_Comm handle = MPI_COMM_NULL;
    parent.barrier();
    Status made =
        status_of(MPI_Comm_split(parent.handle(), color, parent.rank(), &handle), "MPI_Comm_split");
    return part_of(parent, handle, std::move(made));
}

Result<Comm> Comm::split_by_node(CommView parent) {
    MPI_Comm handle = MPI_COMM_NULL;
    parent.barrier();
    Status made = status_of(MPI_Comm_split_type(parent.handle(), MPI_COMM_TYPE_SHARED,
                                                parent.rank(), MPI_INFO_NULL, &handle),
                            "MPI_Comm_split_type");
    return part_of(parent, handle, std::move(made));
}

void Comm::close() {
    MPI_Comm handle = view_.handle();
    // MPI may still be using the communicator, and other ranks may not call this.
    if (view_.is_lost()) {
        (void)record_.release();
    } else if (owned_ && is_running()) {
        release(MPI_Comm_free(&handle));
    }
    view_ = {};
    owned_ = false;
}

bool is_running() {
    int is_initialized = 0;
    int is_finalized = 0;
    if (MPI_Initialized(&is_initialized) != MPI_SUCCESS) return true;
    if (MPI_Finalized(&is_finalized) != MPI_SUCCESS) return true;
    return is_initialized != 0 && is_finalized == 0;
}

bool threads_may_call() {
    int level = MPI_THREAD_SINGLE;
    // If MPI cannot tell, a communicator for each file is always right.
    if (is_running() && MPI_Query_thread(&level) != MPI_SUCCESS) return true;
    return level == MPI_THREAD_MULTIPLE;
}

}  // namespace weft::mpi
