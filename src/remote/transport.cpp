// SPDX-License-Identifier: BSD-3-Clause
#include "remote/transport.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace weft::remote {
namespace {

void make_nonblocking(int number) {
    ::fcntl(number, F_SETFL, ::fcntl(number, F_GETFL) | O_NONBLOCK);
}

bool is_for_later(int error_number) {
    return error_number == EAGAIN || error_number == EWOULDBLOCK || error_number == EINTR;
}

Status ended(const char* what, int error_number) {
    return {Code::efile, std::string(what) + std::generic_category().message(error_number)};
}

struct iovec part_of(std::span<const std::byte> bytes) {
    return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

}  // namespace

void OwnedFd::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

FdTransport::FdTransport(OwnedFd socket) : in_(std::move(socket)) {
    make_nonblocking(in_.get());
}

FdTransport::FdTransport(OwnedFd in, OwnedFd out) : in_(std::move(in)), out_(std::move(out)) {
    make_nonblocking(in_.get());
    make_nonblocking(out_.get());
}

Result<std::size_t> FdTransport::receive(std::span<std::byte> bytes) {
    const ssize_t got = ::read(in_.get(), bytes.data(), bytes.size());
    if (got > 0) return static_cast<std::size_t>(got);
    if (got == 0) return Status(Code::efile, "the other end has closed the connection");
    if (is_for_later(errno)) return std::size_t{0};
    return ended("the connection is lost: ", errno);
}

Result<std::size_t> FdTransport::send(std::span<const std::byte> head,
                                      std::span<const std::byte> rest) {
    std::array<struct iovec, 2> parts{part_of(head), part_of(rest)};
    // A program need not expect SIGPIPE; pipes are only used in our own programs.
    struct msghdr message {};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    ssize_t sent = ::sendmsg(out(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == ENOTSOCK)
        sent = ::writev(out(), parts.data(), static_cast<int>(parts.size()));
    if (sent >= 0) return static_cast<std::size_t>(sent);
    if (is_for_later(errno)) return std::size_t{0};
    return ended("the connection is lost: ", errno);
}

}  // namespace weft::remote
