// SPDX-License-Identifier: BSD-3-Clause
// A stream of bytes in both directions, without waiting.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"

namespace weft::remote {

/// Closes a file descriptor.
class OwnedFd {
public:
    OwnedFd() = default;
    explicit OwnedFd(int number) : number_(number) {}
    ~OwnedFd() { close(); }
    OwnedFd(OwnedFd&& other) noexcept : number_(other.release()) {}
    OwnedFd& operator=(OwnedFd&& other) noexcept {
        close();
        number_ = other.release();
        return *this;
    }
    OwnedFd(const OwnedFd&) = delete;
    OwnedFd& operator=(const OwnedFd&) = delete;

    [[nodiscard]] int get() const { return number_; }
    int release() {
        const int number = number_;
        number_ = -1;
        return number;
    }
    void close();

private:
    int number_ = -1;
};

class Transport {
public:
    virtual ~Transport() = default;

    /// The number of bytes received, or sent; 0: none at the moment. A failure says why the
    /// transport has ended.
    virtual Result<std::size_t> receive(std::span<std::byte> bytes) = 0;
    /// Sends the first bytes of `head` and then `rest`.
    virtual Result<std::size_t> send(std::span<const std::byte> head,
                                     std::span<const std::byte> rest) = 0;
    /// The descriptors for poll().
    [[nodiscard]] virtual int in() const = 0;
    [[nodiscard]] virtual int out() const = 0;
};

/// A transport over pipes or sockets.
class FdTransport final : public Transport {
public:
    /// Uses one socket for both directions.
    explicit FdTransport(OwnedFd socket);
    FdTransport(OwnedFd in, OwnedFd out);

    Result<std::size_t> receive(std::span<std::byte> bytes) override;
    Result<std::size_t> send(std::span<const std::byte> head,
                             std::span<const std::byte> rest) override;
    [[nodiscard]] int in() const override { return in_.get(); }
    [[nodiscard]] int out() const override { return out_.get() < 0 ? in_.get() : out_.get(); }

private:
    OwnedFd in_;
    OwnedFd out_;  // none: in_ serves both directions
};

}  // namespace weft::remote
