// SPDX-License-Identifier: BSD-3-Clause
#include "serve/stream_door.hpp"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace weft::serve {
namespace {

constexpr std::size_t most_visitors = 128;

/// A message of one byte, with a descriptor beside it.
struct SocketMessage {
    char byte = 0;
    alignas(struct cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    struct iovec part {};
    struct msghdr header {};
    SocketMessage() {
        part = {&byte, 1};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
    }
};

/// Nothing: the other end is closed.
std::optional<remote::OwnedFd> receive_socket(int messages) {
    SocketMessage message;
    const ssize_t got = ::recvmsg(messages, &message.header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got == 0) return std::nullopt;
    const struct cmsghdr* const control = CMSG_FIRSTHDR(&message.header);
    int fd = -1;
    if (got > 0 && control != nullptr && control->cmsg_type == SCM_RIGHTS)
        std::memcpy(&fd, CMSG_DATA(control), sizeof fd);
    return remote::OwnedFd(fd);
}

remote::KeyFinder finder_of(const remote::SessionKey& key, bool has_neighbours) {
    std::vector<remote::NamedKey> keys{remote::stream_key(key)};
    if (has_neighbours) keys.push_back(remote::neighbour_key(key));
    return [keys = std::move(keys)](const std::string& name) -> std::optional<remote::SecretKey> {
        const auto found = std::ranges::find(keys, name, &remote::NamedKey::name);
        return found == keys.end() ? std::nullopt : std::optional(found->key);
    };
}

}  // namespace

Result<bool> send_socket(int messages, const remote::OwnedFd& socket) {
    SocketMessage message;
    struct cmsghdr* const control = CMSG_FIRSTHDR(&message.header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(int));
    const int fd = socket.get();
    std::memcpy(CMSG_DATA(control), &fd, sizeof fd);
    if (::sendmsg(messages, &message.header, MSG_NOSIGNAL | MSG_DONTWAIT) == 1) return true;
    if (errno == EPIPE || errno == ECONNRESET || errno == ENOTCONN)
        return Status(Code::enoent, "the process is gone");
    return false;
}

StreamDoor::StreamDoor(const remote::SessionKey& key, remote::OwnedFd source, Source kind,
                       Neighbours neighbours)
    : source_(std::move(source)),
      kind_(kind),
      neighbours_(std::move(neighbours)),
      neighbour_(remote::neighbour_key(key).name),
      bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)),
      end_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      reception_({.find = finder_of(key, neighbours_ != nullptr), .most = most_visitors}) {
    thread_ = std::thread([this] { run(); });
}

StreamDoor::~StreamDoor() {
    ::eventfd_write(end_.get(), 1);
    thread_.join();
}

Result<std::unique_ptr<StreamDoor>> StreamDoor::listen(const remote::SessionKey& key,
                                                       const std::string& host,
                                                       Neighbours neighbours) {
    auto socket = remote::listen_at({host, "0"});
    if (!socket.ok()) return socket.status();
    return std::unique_ptr<StreamDoor>(
        new StreamDoor(key, std::move(socket).value(), Source::listener, std::move(neighbours)));
}

std::unique_ptr<StreamDoor> StreamDoor::behind(const remote::SessionKey& key,
                                               remote::OwnedFd source) {
    return std::unique_ptr<StreamDoor>(
        new StreamDoor(key, std::move(source), Source::messages, nullptr));
}

std::unique_ptr<Guest> StreamDoor::admit() {
    eventfd_t one = 0;
    ::eventfd_read(bell_.get(), &one);
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) return nullptr;
    auto guest = std::move(waiting_.front());
    waiting_.pop_front();
    return guest;
}

/// False: none will come any more.
bool StreamDoor::take_from_source() {
    if (kind_ == Source::listener) {
        remote::OwnedFd socket = remote::accept_from(source_.get());
        const bool has_means = socket.get() >= 0 || errno == EAGAIN || errno == ECONNABORTED;
        if (socket.get() >= 0) reception_.add(std::move(socket));
        if (!has_means && !reception_.send_one_away()) ::usleep(10'000);
        return true;
    }
    auto socket = receive_socket(source_.get());
    if (socket && socket->get() >= 0) reception_.add(*std::move(socket), true);
    return socket.has_value();
}

void StreamDoor::receive(Reception::Arrived arrived) {
    if (arrived.key == neighbour_) return neighbours_(std::move(arrived.guest));
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::make_unique<Guest>(std::move(arrived.guest)));
    ::eventfd_write(bell_.get(), 1);
}

/// The thread.
void StreamDoor::run() {
    for (bool is_open = true;;) {
        std::vector<struct pollfd> waits{{end_.get(), POLLIN, 0},
                                         {is_open ? source_.get() : -1, POLLIN, 0}};
        reception_.list(waits);
        // Who says nothing is sent away at some time.
        ::poll(waits.data(), waits.size(), reception_.count() == 0 ? -1 : 500);
        if (waits[0].revents != 0) return;
        if (waits[1].revents != 0) is_open = take_from_source();
        for (Reception::Arrived& arrived : reception_.move([](const auto&, const auto&) {}))
            receive(std::move(arrived));
    }
}

}  // namespace weft::serve
