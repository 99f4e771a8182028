// SPDX-License-Identifier: BSD-3-Clause
#include "serve/stream_listener.hpp"

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

constexpr std::size_t most_pending = 128;

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

/// Receives a socket; returns nothing when the other end is closed.
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

remote::KeyFinder finder_of(const remote::SessionKey& key, bool has_siblings) {
    std::vector<remote::NamedKey> keys{remote::stream_key(key)};
    if (has_siblings) keys.push_back(remote::sibling_key(key));
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
        return Status(Code::enoent, "the process has ended");
    return false;
}

StreamListener::StreamListener(const remote::SessionKey& key, remote::OwnedFd source, Source kind,
                               SiblingTaker take_sibling)
    : source_(std::move(source)),
      kind_(kind),
      take_sibling_(std::move(take_sibling)),
      sibling_key_name_(remote::sibling_key(key).name),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)),
      end_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      pending_({.find = finder_of(key, take_sibling_ != nullptr), .most = most_pending}) {
    thread_ = std::thread([this] { run(); });
}

StreamListener::~StreamListener() {
    ::eventfd_write(end_.get(), 1);
    thread_.join();
}

Result<std::unique_ptr<StreamListener>> StreamListener::listen(const remote::SessionKey& key,
                                                               const std::string& host,
                                                               SiblingTaker take_sibling) {
    auto socket = remote::listen_at({host, "0"});
    if (!socket.ok()) return socket.status();
    return std::unique_ptr<StreamListener>(new StreamListener(
        key, std::move(socket).value(), Source::listener, std::move(take_sibling)));
}

std::unique_ptr<StreamListener> StreamListener::behind(const remote::SessionKey& key,
                                                       remote::OwnedFd source) {
    return std::unique_ptr<StreamListener>(
        new StreamListener(key, std::move(source), Source::messages, nullptr));
}

std::unique_ptr<GreetedConnection> StreamListener::admit() {
    eventfd_t one = 0;
    ::eventfd_read(wake_.get(), &one);
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) return nullptr;
    auto greeted = std::move(waiting_.front());
    waiting_.pop_front();
    return greeted;
}

/// False: no more connections will come.
bool StreamListener::take_from_source() {
    if (kind_ == Source::listener) {
        remote::OwnedFd socket = remote::accept_from(source_.get());
        const bool has_means = socket.get() >= 0 || errno == EAGAIN || errno == ECONNABORTED;
        if (socket.get() >= 0) pending_.add(std::move(socket));
        if (!has_means && !pending_.send_one_away()) ::usleep(10'000);
        return true;
    }
    auto socket = receive_socket(source_.get());
    if (socket && socket->get() >= 0) pending_.add(*std::move(socket), true);
    return socket.has_value();
}

void StreamListener::receive(PendingConnections::Arrived arrived) {
    if (arrived.key == sibling_key_name_) return take_sibling_(std::move(arrived.greeted));
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::make_unique<GreetedConnection>(std::move(arrived.greeted)));
    ::eventfd_write(wake_.get(), 1);
}

/// The thread of the listener.
void StreamListener::run() {
    for (bool is_open = true;;) {
        std::vector<struct pollfd> waits{
            {end_.get(), POLLIN, 0},
            {is_open && pending_.has_room() ? source_.get() : -1, POLLIN, 0}};
        pending_.list(waits);
        // Silent clients are dropped when their time is over.
        ::poll(waits.data(), waits.size(), pending_.count() == 0 ? -1 : 500);
        if (waits[0].revents != 0) return;
        if (waits[1].revents != 0) is_open = take_from_source();
        for (PendingConnections::Arrived& arrived : pending_.move([](const auto&, const auto&) {}))
            receive(std::move(arrived));
    }
}

}  // namespace weft::serve
