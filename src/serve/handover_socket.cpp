// SPDX-License-Identifier: BSD-3-Clause
#include "serve/handover_socket.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace weft::serve {
namespace {

constexpr int timeout_ms = 1000;

struct Address {
    struct sockaddr_un address {};
    socklen_t bytes = 0;
    [[nodiscard]] const struct sockaddr* get() const {
        return reinterpret_cast<const struct sockaddr*>(&address);
    }
};

/// An abstract address: it is in no folder, and vanishes with the process.
Address address_of(std::uint64_t session) {
    Address place;
    place.address.sun_family = AF_UNIX;
    const std::string name =
        "weft-serve-" + std::to_string(::getuid()) + "-" + std::to_string(session);
    std::memcpy(place.address.sun_path + 1, name.data(), name.size());
    place.bytes = static_cast<socklen_t>(offsetof(struct sockaddr_un, sun_path) + 1 + name.size());
    return place;
}

Status failed(const char* what) {
    return {Code::efile, std::string(what) + ": " + std::generic_category().message(errno)};
}

bool is_of_my_user(int socket) {
    struct ucred peer {};
    socklen_t bytes = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0 &&
           peer.uid == ::getuid();
}

/// A message with room for two descriptors beside its bytes.
struct Message {
    std::array<std::byte, remote::most_greeting_bytes> bytes{};
    alignas(struct cmsghdr) std::array<char, CMSG_SPACE(2 * sizeof(int))> control{};
    struct iovec part {};
    struct msghdr header {};
    Message() {
        part = {bytes.data(), bytes.size()};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
    }
};

}  // namespace

Result<std::unique_ptr<HandoverSocket>> HandoverSocket::open(const remote::SessionKey& key) {
    remote::OwnedFd listener(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const Address place = address_of(key.name);
    if (listener.get() < 0 || ::bind(listener.get(), place.get(), place.bytes) != 0 ||
        ::listen(listener.get(), 8) != 0) {
        return failed("the socket for reconnections cannot be made");
    }
    return std::unique_ptr<HandoverSocket>(new HandoverSocket(std::move(listener)));
}

std::unique_ptr<GreetedConnection> HandoverSocket::admit() {
    remote::OwnedFd client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (client.get() < 0 || !is_of_my_user(client.get())) return nullptr;
    struct pollfd wait {
        client.get(), POLLIN, 0
    };
    Message message;
    if (::poll(&wait, 1, timeout_ms) != 1) return nullptr;
    const ssize_t got = ::recvmsg(client.get(), &message.header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    const struct cmsghdr* const control = CMSG_FIRSTHDR(&message.header);
    if (got <= 0 || control == nullptr || control->cmsg_type != SCM_RIGHTS ||
        control->cmsg_len != CMSG_LEN(2 * sizeof(int))) {
        return nullptr;
    }
    std::array<int, 2> ends{};
    std::memcpy(ends.data(), CMSG_DATA(control), sizeof ends);
    auto transport =
        std::make_unique<remote::FdTransport>(remote::OwnedFd(ends[0]), remote::OwnedFd(ends[1]));
    auto hello = remote::decoded<remote::Hello>(
        std::span(message.bytes).first(static_cast<std::size_t>(got)));
    if (!hello.ok()) return nullptr;
    return std::make_unique<GreetedConnection>(
        GreetedConnection{std::move(transport), std::move(client), std::move(hello).value()});
}

Status hand_over(const remote::Hello& hello, int in, int out) {
    const remote::OwnedFd socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    const Address place = address_of(hello.session.name);
    if (socket.get() < 0 || ::connect(socket.get(), place.get(), place.bytes) != 0 ||
        !is_of_my_user(socket.get())) {
        return {Code::enoent,
                "the session is over: its server has ended, or the client was away for too long"};
    }
    Message message;
    const remote::Body body = remote::encoded(hello);
    message.part = {const_cast<std::byte*>(body.data()), body.size()};
    struct cmsghdr* const control = CMSG_FIRSTHDR(&message.header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(2 * sizeof(int));
    const std::array<int, 2> ends{in, out};
    std::memcpy(CMSG_DATA(control), ends.data(), sizeof ends);
    if (::sendmsg(socket.get(), &message.header, MSG_NOSIGNAL) < 0)
        return failed("the session's server process cannot be reached");
    std::byte ignored{};
    while (::read(socket.get(), &ignored, 1) < 0 && errno == EINTR) continue;
    return {};
}

}  // namespace weft::serve
