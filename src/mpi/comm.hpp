// SPDX-License-Identifier: BSD-3-Clause
// A communicator and its collectives. A function that takes a CommView is collective over it; one
// that does not cannot communicate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "mpi/handles.hpp"
#include "mpi/shortcut.hpp"

namespace weft::mpi {

/// A communicator that somebody else owns. Counts are 64-bit; large ones are split inside.
class CommView {
public:
    CommView() = default;
    CommView(MPI_Comm handle, int rank, int size, Shortcut* shortcut = nullptr)
        : handle_(handle), rank_(rank), size_(size), shortcut_(shortcut) {}

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] MPI_Comm handle() const { return handle_; }
    /// All ranks share memory.
    [[nodiscard]] bool has_shortcut() const { return shortcut_ != nullptr; }

    /// Collective. Returns when all ranks have entered.
    void barrier() const;

    /// Collective. Uniform: root, size of `bytes`.
    void broadcast(std::span<std::byte> bytes, int root) const;

    /// Collective. Uniform: root. Ranks other than root get their `bytes` resized and filled.
    void broadcast(std::vector<std::byte>& bytes, int root) const;

    /// Collective. Root answers when it has everybody's `question`: `answer(lowest)`, for the
    /// lowest of them, is called there, and what it returns is everybody's. Where ranks share
    /// memory that is one meeting. Uniform: root.
    using Answer = std::function<std::vector<std::byte>(std::int64_t lowest)>;
    [[nodiscard]] std::vector<std::byte> ask(std::int64_t question, int root,
                                             const Answer& answer) const;

    /// Collective. Element by element over all ranks. Uniform: size of `values`.
    void all_reduce_min(std::span<std::int64_t> values) const;
    void all_reduce_max(std::span<std::int64_t> values) const;
    void all_reduce_sum(std::span<std::int64_t> values) const;

    /// Collective. Every rank's `mine`, in order of rank. Uniform: size of `mine`.
    [[nodiscard]] std::vector<std::byte> all_gather(std::span<const std::byte> mine) const;

    /// Collective. Every rank's `mine` of any length, at root; elsewhere empty. Uniform: root.
    [[nodiscard]] std::vector<std::vector<std::byte>> gather(std::span<const std::byte> mine,
                                                             int root) const;

    /// Local. Raises MPI_ERR_NO_MEM with the program's own error handler, that of MPI_COMM_WORLD;
    /// by default that ends the job.
    static void raise_out_of_memory();

private:
    struct Beginning;
    [[nodiscard]] bool show(std::span<const std::byte> mine) const;
    [[nodiscard]] std::optional<std::int64_t> lowest_of_others() const;
    void broadcast_rest(const Beginning& first, std::vector<std::byte>& bytes, int root) const;
    template <class Combine>
    [[nodiscard]] bool reduce_in_memory(std::span<std::int64_t> values, Combine combine) const;

    MPI_Comm handle_{};
    int rank_ = 0;
    int size_ = 1;
    Shortcut* shortcut_ = nullptr;
};

/// A communicator of Weft's own: a duplicate, so that the caller's messages and Weft's never meet.
class Comm {
public:
    Comm() = default;
    Comm(const Comm&) = delete;
    Comm& operator=(const Comm&) = delete;
    Comm(Comm&& other) noexcept;
    Comm& operator=(Comm&& other) noexcept;
    ~Comm() = default;  // never communicates; close() does

    /// Local. Whether `original` can be duplicated. Errors: Code::empi when MPI is not running and
    /// when `original` is MPI_COMM_NULL or an intercommunicator.
    static Status check(MPI_Comm original);
    /// Collective over `original`. Errors on the duplicate are returned, not fatal. Errors: those
    /// of check().
    static Result<Comm> duplicate(MPI_Comm original);
    /// Of a communicator of the program's; of one rank where there is none. Allocates nothing.
    static CommView view_of(MPI_Comm original);
    /// A communicator of this process alone: MPI's own, not a duplicate. It needs no close().
    static Comm self();
    /// Collective. Ranks with the same `color` (>= 0) together, ordered as in `parent`.
    static Result<Comm> split(CommView parent, int color);
    /// Collective. The ranks that share memory with this one.
    static Result<Comm> split_by_node(CommView parent);

    [[nodiscard]] bool is_open() const { return owned_; }
    [[nodiscard]] CommView view() const { return view_; }
    /// Small collectives go this way from now on; null: MPI's. It must outlive all views. Uniform.
    void use(Shortcut* shortcut) { view_ = {view_.handle(), view_.rank(), view_.size(), shortcut}; }
    /// Collective. Frees the duplicate, unless MPI is finalised already. A closed or moved-from
    /// Comm is empty; closing it again does nothing.
    void close();

private:
    static Comm of_new(MPI_Comm handle);

    CommView view_;
    bool owned_ = false;
};

/// True between MPI's initialisation and its finalisation (always in a serial build).
bool is_running();

/// MPI runs and lets several threads call it at the same time (never in a serial build).
bool threads_may_call();

}  // namespace weft::mpi
