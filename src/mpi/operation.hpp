// SPDX-License-Identifier: BSD-3-Clause
// Waits for MPI that notice failures of other ranks: a rank tests its requests, and looks between
// the tests whether another rank has left the call.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// Waits until `is_done()`, which may throw. Throws Failure when another rank of `comm` has failed.
void await(CommView comm, const std::function<bool()>& is_done);

/// A nonblocking collective with its memory, which must stay valid as long as MPI may use it: for
/// ever if the ranks give up waiting.
class Operation {
public:
    Operation(CommView comm, std::size_t send_bytes, std::size_t receive_bytes);
    /// Uses memory of the caller, which give_back() returns.
    Operation(CommView comm, std::vector<std::byte>&& sent);
    ~Operation();
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

    [[nodiscard]] std::span<std::byte> sent() { return memory_->sent; }
    [[nodiscard]] std::span<std::byte> received() { return memory_->received; }
    /// Hands over the received bytes, after the end.
    [[nodiscard]] std::vector<std::byte> take() { return std::move(memory_->received); }
    [[nodiscard]] std::vector<std::byte> give_back() { return std::move(memory_->sent); }
    /// Keeps an object alive as long as the memory.
    void keep(std::shared_ptr<const void> what) { memory_->kept = std::move(what); }
    [[nodiscard]] MPI_Request* request() { return &memory_->request; }
    /// `code`: the result of the MPI function `call` that has begun the operation. Throws Failure.
    void begin(int code, const char* call);
    /// Tests without waiting. Throws Failure.
    [[nodiscard]] bool has_ended();
    /// Calls begin(), and waits until has_ended().
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
