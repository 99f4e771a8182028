// SPDX-License-Identifier: BSD-3-Clause
#include "remote/tcp.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

namespace weft::remote {
namespace {

using Addresses = std::unique_ptr<struct addrinfo, decltype(&::freeaddrinfo)>;

/// The most unsent bytes that the kernel buffers for a stream. More would bind frames to one stream
/// while another has room.
constexpr int most_unsent_bytes = 256 << 10;

Status failed(const Endpoint& place, const std::string& why) {
    return {Code::efile, text_of(place) + ": " + why};
}

std::string words_of_error(int error_number) {
    return std::generic_category().message(error_number);
}

Result<Addresses> addresses_of(const Endpoint& place, int flags) {
    struct addrinfo wanted {};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = flags;
    struct addrinfo* found = nullptr;
    const int error = ::getaddrinfo(place.host.empty() ? nullptr : place.host.c_str(),
                                    place.port.c_str(), &wanted, &found);
    const bool may_change = error == EAI_AGAIN || error == EAI_SYSTEM || error == EAI_MEMORY;
    if (error != 0)
        return Status(may_change ? Code::efile : Code::eperm,
                      text_of(place) + ": " + ::gai_strerror(error));
    return Addresses(found, ::freeaddrinfo);
}

std::ptrdiff_t count_from(const struct addrinfo* address) {
    std::ptrdiff_t count = 0;
    for (; address != nullptr; address = address->ai_next) ++count;
    return count;
}

OwnedFd new_socket(const struct addrinfo& address) {
    OwnedFd fd(::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    return fd;
}

void tune(int fd) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most_unsent_bytes, sizeof most_unsent_bytes);
}

/// 0, or the error number of the connection; EINPROGRESS: not connected yet.
int begin(OwnedFd& fd, const struct addrinfo& address) {
    fd = new_socket(address);
    if (fd.get() < 0) return errno;
    tune(fd.get());
    return ::connect(fd.get(), address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
}

int await(int fd, const Deadline& deadline) {
    std::array<struct pollfd, 1> wait{{{fd, POLLOUT, 0}}};
    while (wait[0].revents == 0) {
        if (deadline.is_over()) return ETIMEDOUT;
        deadline.await(wait);
    }
    int error_number = 0;
    socklen_t bytes = sizeof error_number;
    return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error_number, &bytes) == 0 ? error_number
                                                                              : errno;
}

template <class Name>
Endpoint end_of(int socket, Name name) {
    struct sockaddr_storage address {};
    socklen_t bytes = sizeof address;
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    auto* const any = reinterpret_cast<struct sockaddr*>(&address);
    if (name(socket, any, &bytes) != 0 ||
        ::getnameinfo(any, bytes, host.data(), host.size(), port.data(), port.size(),
                      NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        return {};
    }
    return {host.data(), port.data()};
}

}  // namespace

std::string text_of(const Endpoint& place) {
    const bool is_long = place.host.find(':') != std::string::npos;
    return (is_long ? "[" + place.host + "]" : place.host) + ":" + place.port;
}

Result<Endpoint> parse_endpoint(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    Endpoint place;
    if (colon != std::string::npos) {
        place = {text.substr(0, colon), text.substr(colon + 1)};
        if (place.host.starts_with('[') && place.host.ends_with(']'))
            place.host = place.host.substr(1, place.host.size() - 2);
    }
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (place.port.empty() || place.port.size() > 5 || !std::ranges::all_of(place.port, is_digit))
        return Status(Code::einval, "\"" + text + "\" is not HOST:PORT");
    return place;
}

Result<OwnedFd> start_connecting(const Endpoint& place) {
    const auto addresses = addresses_of(place, 0);
    if (!addresses.ok()) return addresses.status();
    OwnedFd fd;
    const int error_number = begin(fd, *addresses.value());
    if (error_number != 0 && error_number != EINPROGRESS)
        return failed(place, words_of_error(error_number));
    return fd;
}

Result<OwnedFd> connect_to(const Endpoint& place, const Deadline& deadline) {
    const auto addresses = addresses_of(place, 0);
    if (!addresses.ok()) return addresses.status();
    int error_number = 0;
    for (const auto* next = addresses.value().get(); next != nullptr; next = next->ai_next) {
        OwnedFd fd;
        error_number = begin(fd, *next);
        // An address that does not answer leaves time for the next ones.
        const auto left = static_cast<double>(count_from(next));
        if (error_number == EINPROGRESS)
            error_number = await(fd.get(), deadline.at_most(deadline.seconds_left() / left));
        if (error_number == 0) return fd;
    }
    return Status(error_number == ECONNREFUSED ? Code::enoent : Code::efile,
                  text_of(place) + ": " + words_of_error(error_number));
}

Result<OwnedFd> listen_at(const Endpoint& place) {
    const auto addresses = addresses_of(place, AI_PASSIVE);
    if (!addresses.ok()) return addresses.status();
    OwnedFd fd = new_socket(*addresses.value());
    const int on = 1;
    if (fd.get() < 0 || ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        ::bind(fd.get(), addresses.value()->ai_addr, addresses.value()->ai_addrlen) != 0 ||
        ::listen(fd.get(), SOMAXCONN) != 0) {
        return failed(place, words_of_error(errno));
    }
    return fd;
}

OwnedFd accept_from(int listener) {
    OwnedFd fd(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (fd.get() >= 0) tune(fd.get());
    return fd;
}

Endpoint local_end(int socket) {
    return end_of(socket, ::getsockname);
}

Endpoint other_end(int socket) {
    return end_of(socket, ::getpeername);
}

}  // namespace weft::remote
