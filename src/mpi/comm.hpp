// SPDX-License-Identifier: BSD-3-Clause
// A communicator and its collectives. A function that takes a CommView is collective over it; one
// that does not cannot communicate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "mpi/call.hpp"
#include "mpi/handles.hpp"
#include "mpi/shortcut.hpp"

namespace weft::mpi {

struct CommRecord;

/// A communicator that another object owns. Counts are 64-bit; large transfers are split.
/// Collective functions throw Failure if the ranks cannot meet: because an MPI call fails, a rank
/// has ended or left its call (together.hpp), or the ranks are in different calls.
class CommView {
public:
    CommView() = default;
    /// `record`: null for a communicator that is used within one call only.
    CommView(MPI_Comm handle, int rank, int size, CommRecord* record = nullptr)
        : handle_(handle), rank_(rank), size_(size), record_(record) {}

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] MPI_Comm handle() const { return handle_; }
    /// Whether all ranks share memory for small collectives.
    [[nodiscard]] bool has_shortcut() const;

    /// Begins a collective call of the program on this rank. Throws Failure if no call is possible.
    void enter(const Call& call) const;
    /// Ends the call on this rank with the outcome `mine`; returns the final outcome.
    [[nodiscard]] Status leave(Status mine) const;
    /// Called if this rank cannot go on with its call. The others hear of it wherever they wait,
    /// and no later call over this communicator is possible.
    void fail(const Status& why) const;
    /// The reason why this rank's call has failed: that of another rank if there is one, else
    /// `mine`.
    [[nodiscard]] Status verdict_on(Status mine) const;
    /// `processes`: of the ranks of this node (processes.hpp). From now on a wait for MPI, over
    /// this communicator or a part of it, notices when one has ended.
    void watch(std::vector<std::int64_t> processes) const;
    /// Called while waiting for MPI: throws Failure if another rank has failed, or has ended.
    void look_for_failures() const;
    /// The same for other waits, without throwing: returns why no call is possible any more.
    [[nodiscard]] Status heard() const;
    /// Whether no collective call is possible any more.
    [[nodiscard]] bool is_lost() const;
    /// Files are opened over this communicator one after the other; this begins the `round`-th
    /// opening. A failing rank tells its round, so a rank that hears of the failure in the next
    /// round knows that the others have begun that round with another communicator. Uniform: round.
    void begin_round(std::int64_t round) const;
    [[nodiscard]] std::int64_t round_of_loss() const;
    /// The reason why another rank has already closed that file, in a call that failed; null: none
    /// has.
    [[nodiscard]] const std::string* why_closed_elsewhere(std::int64_t file) const;

    /// Collective. Returns when all ranks have entered.
    void barrier() const;
    /// Collective. Finds out whether the ranks are in the same call, unless that has been done in
    /// this call. For parts of a communicator, whose ranks do not.
    void meet() const;

    /// Collective. Uniform: root, size of `bytes`.
    void broadcast(std::span<std::byte> bytes, int root) const;

    /// Collective. Uniform: root. Ranks other than root get their `bytes` resized and filled.
    void broadcast(std::vector<std::byte>& bytes, int root) const;
    /// Other allocators must not match the overload for a span, whose size all ranks know.
    template <class Allocator>
    void broadcast(std::vector<std::byte, Allocator>& bytes, int root) const = delete;

    /// Collective. Root calls `answer(lowest)` with the lowest `question` of all ranks, and all
    /// ranks get the bytes that it returns. If the ranks share memory, that is one meeting. Other
    /// ranks than root may provide `room` for the bytes. Uniform: root.
    using Answer = std::function<std::vector<std::byte>(std::int64_t lowest)>;
    [[nodiscard]] std::vector<std::byte> ask(std::int64_t question, int root, const Answer& answer,
                                             std::vector<std::byte> room = {}) const;

    /// Collective. Element by element over all ranks. Uniform: size of `values`.
    void all_reduce_min(std::span<std::int64_t> values) const;
    void all_reduce_max(std::span<std::int64_t> values) const;
    void all_reduce_sum(std::span<std::int64_t> values) const;
    /// The minimum of each of `least`, and the sum of each of `sums`, in one reduction.
    void all_reduce(std::span<std::int64_t> least, std::span<std::int64_t> sums) const;

    /// Collective. Every rank's `mine`, in order of rank. Uniform: size of `mine`.
    [[nodiscard]] std::vector<std::byte> all_gather(std::span<const std::byte> mine) const;

    /// Collective. Every rank's `mine` of any length, at root; elsewhere empty. Uniform: root.
    [[nodiscard]] std::vector<std::vector<std::byte>> gather(std::span<const std::byte> mine,
                                                             int root) const;

    /// Collective. Counts the sparse exchanges (sparse_exchange.hpp) over this communicator of
    /// Weft; returns how many there were before.
    [[nodiscard]] int count_sparse_exchange() const;

private:
    struct Beginning;
    [[nodiscard]] bool show(std::span<const std::byte> mine) const;
    [[nodiscard]] std::optional<std::int64_t> lowest_of_others() const;
    [[nodiscard]] Shortcut* shortcut() const;
    bool meet_with(std::span<std::int64_t> least, std::span<std::int64_t> sums) const;
    [[noreturn]] void differ() const;
    [[nodiscard]] bool one_has_ended() const;
    void broadcast_rest(const Beginning& first, std::vector<std::byte>& bytes, int root) const;
    void broadcast_long(std::vector<std::byte>& bytes, std::size_t begin, int root) const;
    template <class Combine>
    [[nodiscard]] bool reduce_in_memory(std::span<std::int64_t> values, Combine combine) const;

    MPI_Comm handle_{};
    int rank_ = 0;
    int size_ = 1;
    CommRecord* record_ = nullptr;
};

/// A communicator of Weft's own: a duplicate, so that the program's messages and Weft's never mix.
class Comm {
public:
    Comm();
    Comm(const Comm&) = delete;
    Comm& operator=(const Comm&) = delete;
    Comm(Comm&& other) noexcept;
    Comm& operator=(Comm&& other) noexcept;
    ~Comm();  // never communicates; close() does

    /// Local. Whether `original` can be duplicated. Errors: Code::empi when MPI is not running and
    /// when `original` is MPI_COMM_NULL or an intercommunicator.
    static Status check(MPI_Comm original);
    /// Collective over `original`. MPI returns errors of the duplicate instead of ending the
    /// program. If `mine` is a failure on any rank, no rank gets a duplicate. Errors: those of
    /// check(); Code::empi.
    static Result<Comm> duplicate(MPI_Comm original, Status mine = {});
    /// A view of a communicator of the program. Throws Failure.
    static CommView view_of(MPI_Comm original);
    /// Local. False if MPI cannot tell.
    static bool is_of_one_rank(MPI_Comm original);
    /// Local. MPI_COMM_SELF where `original` has one rank, else `original`.
    static MPI_Comm self_if_alone(MPI_Comm original);
    /// Returns MPI_COMM_SELF itself, not a duplicate. It needs no close().
    static Comm self();
    /// Collective. A communicator of the ranks with the same `color` (>= 0), ordered as in
    /// `parent`.
    static Result<Comm> split(CommView parent, int color);
    /// Collective. A communicator of the ranks that share memory with this one.
    static Result<Comm> split_by_node(CommView parent);

    [[nodiscard]] bool is_open() const { return owned_; }
    [[nodiscard]] CommView view() const { return view_; }
    /// Makes small collectives use `shortcut` from now on; null: MPI. It must outlive all views.
    /// Uniform.
    void use(Shortcut* shortcut);
    /// Collective. Frees the duplicate, unless MPI is already finalised. A closed or moved-from
    /// Comm is empty; closing it again does nothing. A lost communicator is not freed.
    void close();

private:
    static Result<Comm> of_new(MPI_Comm handle);
    static Result<Comm> part_of(CommView parent, MPI_Comm handle, Status made);

    CommView view_;
    bool owned_ = false;
    std::unique_ptr<CommRecord> record_;
};

/// True between the initialisation and the finalisation of MPI, always in a serial build, and if
/// MPI cannot tell.
bool is_running();

/// Whether MPI is running and several threads may call it at the same time; always in a serial
/// build.
bool threads_may_call();

}  // namespace weft::mpi
