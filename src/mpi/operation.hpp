// SPDX-License-Identifier: BSD-3-Clause
// Waiting for MPI without being left alone: requests are tested, not waited for, and between the
// tests this rank looks whether another has left the call.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// Until `is_done()`, which may throw. Throws Failure when another rank of `comm` has failed.
void await(CommView comm, const std::function<bool()>& is_done);

/// A collective that does not block, with the memory that MPI uses for it: that must stay as long
/// as MPI may use it, which is for ever when the ranks give up waiting.
class Operation {
public:
    Operation(CommView comm, std::size_t send_bytes, std::size_t receive_bytes);
    /// With the caller's memory, for give_back().
    Operation(CommView comm, std::vector<std::byte>&& sent);
    ~Operation();
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

    [[nodiscard]] std::span<std::byte> sent() { return memory_->sent; }
    [[nodiscard]] std::span<std::byte> received() { return memory_->received; }
    /// What was received, after the end.
    [[nodiscard]] std::vector<std::byte> take() { return std::move(memory_->received); }
    [[nodiscard]] std::vector<std::byte> give_back() { return std::move(memory_->sent); }
    /// Stays as long.
    void keep(std::shared_ptr<const void> what) { memory_->kept = std::move(what); }
    [[nodiscard]] MPI_Request* request() { return &memory_->request; }
    /// `code`: of the MPI function `call` that has begun it. Throws Failure.
    void begin(int code, const char* call);
    /// Looks, but does not wait. Throws Failure.
    [[nodiscard]] bool has_ended();
    /// Both, and waits in between.
    void finish(int code, const char* call);

private:
    struct Memory {
        std::vector<std::byte> sent;
        std::vector<std::byte> received;
        std::shared_ptr<const void> kept;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    CommView comm_;
    const char* call_ = "";
    std::unique_ptr<Memory> memory_;
};

}  // namespace weft::mpi
