// SPDX-License-Identifier: BSD-3-Clause
#include "serve/host.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <new>
#include <string>
#include <system_error>
#include <utility>

namespace weft::serve {

using remote::Body;
using remote::encoded;
using remote::Frame;
using remote::FrameKind;

namespace {

/// Written bytes after which the server must report them.
constexpr std::size_t told_bytes = std::size_t{1} << 20;

bool is_over(std::chrono::steady_clock::time_point since, double seconds) {
    return std::chrono::steady_clock::now() - since > std::chrono::duration<double>(seconds);
}

}  // namespace

Host::Host(storage::Store& store, remote::SessionKey key, std::vector<ConnectionSource*> sources,
           ServeSettings settings)
    : key_(key),
      sources_(std::move(sources)),
      settings_(std::move(settings)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      session_(store, *this, settings_.limits) {}

Host::~Host() {
    {
        const Guard guard(mutex_);
        ends_ = true;
        changed_.notify_all();
    }
    if (worker_.joinable()) worker_.join();
    // Background work may wait for a lock of this session, or may just have got one.
    session_.let_go();
    Guard guard(mutex_);
    changed_.wait(guard, [&] {
        background_done_.clear();
        return helpers_ == 0;
    });
}

Status Host::run(GreetedConnection first) {
    worker_ = std::thread([this] { work(); });
    Guard guard(mutex_);
    welcome(std::move(first));
    while (goes_on()) poll_once(guard);
    ends_ = true;
    carriers_.clear();
    changed_.notify_all();
    return why_;
}

/// Answers a greeting: a client with the key resumes the session.
void Host::welcome(GreetedConnection greeted) {
    const remote::Hello& hello = greeted.hello;
    auto connection = std::make_unique<remote::Connection>(
        connections_++, std::move(greeted.transport), remote::most_body_bytes);
    const bool is_new = hello.session.name == 0 && link_.received() == 0;
    if ((!is_new && hello.session != key_) || !link_.acknowledge(hello.received)) {
        connection->post(FrameKind::refusal, encoded(remote::Refusal{"this is not your session"}));
        static_cast<void>(connection->send(nullptr));
        return;
    }
    remote::Welcome answer{.session = key_, .received = link_.received(), .server = "weft"};
    if (hello.wants_streams) {
        answer.stream_host = settings_.streams.host;
        answer.stream_port = settings_.streams.port;
    }
    connection->post(FrameKind::welcome, encoded(answer));
    // A client that reconnects has lost its connections.
    if (!hello.joins) {
        for (Carrier& old : carriers_) link_.lost(old.connection->id());
        carriers_.clear();
    }
    carriers_.push_back({std::move(connection), std::move(greeted.lifeline), greeted.is_direct});
    last_seen_ = Clock::now();
}

bool Host::has_work() const {
    return is_working_ || !queue_.empty() || background_count_ > 0 || !background_done_.empty();
}

bool Host::goes_on() {
    if (ends_) return false;
    // A client that waits for a lock has not said goodbye.
    if (has_goodbye_) return is_working_ || !queue_.empty() || !background_done_.empty();
    if (has_work() || open_files_ > 0) last_work_ = Clock::now();
    if (!carriers_.empty()) return !is_over(last_work_, settings_.idle_seconds);
    return !is_over(last_seen_, settings_.grace_seconds);
}

void Host::poll_once(Guard& guard) {
    std::vector<struct pollfd> waits{{wake_.get(), POLLIN, 0}};
    for (const ConnectionSource* source : sources_) waits.push_back({source->fd(), POLLIN, 0});
    const bool has_room = queue_bytes_ <= settings_.queue_bytes;
    for (const Carrier& carrier : carriers_) {
        const remote::Transport& transport = carrier.connection->transport();
        if (has_room) waits.push_back({transport.in(), POLLIN, 0});
        if (carrier.connection->wants_to_send(link_of(carrier)))
            waits.push_back({transport.out(), POLLOUT, 0});
    }
    guard.unlock();
    ::poll(waits.data(), waits.size(), 200);
    guard.lock();
    eventfd_t ignored = 0;
    ::eventfd_read(wake_.get(), &ignored);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        if (waits[1 + i].revents == 0) continue;
        if (const auto greeted = sources_[i]->admit()) welcome(std::move(*greeted));
    }
    for (std::size_t i = 0; i < carriers_.size();) {
        last_seen_ = Clock::now();
        if (serve(carriers_[i]).ok()) {
            ++i;
            continue;
        }
        link_.lost(carriers_[i].connection->id());
        carriers_.erase(carriers_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    show_life();
    changed_.notify_all();
}

/// Null for a connection that carries no frames of the session, because there are better ones.
remote::Link* Host::link_of(const Carrier& carrier) {
    const bool has_direct = std::ranges::any_of(carriers_, &Carrier::is_direct);
    return carrier.is_direct || !has_direct ? &link_ : nullptr;
}

/// Sends and receives as much as possible now.
Status Host::serve(Carrier& carrier) {
    remote::Connection& connection = *carrier.connection;
    remote::Link* const link = link_of(carrier);
    if (Status sent = connection.send(link); !sent.ok()) return sent;
    while (queue_bytes_ <= settings_.queue_bytes) {
        for (;;) {
            auto frame = connection.next();
            if (!frame.ok()) return frame.status();
            if (!frame.value()) break;
            if (Status taken = take_in(*std::move(frame).value()); !taken.ok()) {
                end(taken);
                return taken;
            }
        }
        if (has_goodbye_) return {};
        const auto got = connection.receive();
        if (!got.ok()) return got.status();
        if (!got.value()) break;
    }
    if (link != nullptr && link->unacknowledged_bytes() >= told_bytes)
        connection.post(FrameKind::alive);
    return connection.send(link);
}

Status Host::take_in(Frame frame) {
    const Status broken(Code::einval, "a frame breaks the rules of the protocol");
    if (frame.number == 0) {
        has_goodbye_ = has_goodbye_ || frame.kind == FrameKind::goodbye;
        return link_.acknowledge(frame.acknowledged) ? Status() : broken;
    }
    if (!link_.receive(std::move(frame))) return broken;
    while (auto next = link_.take()) {
        queue_bytes_ += next->body.size();
        queue_.push_back(*std::move(next));
    }
    changed_.notify_all();
    return {};
}

/// Sends signs of life to a client that waits.
void Host::show_life() {
    if (!has_work() || !is_over(last_sign_, settings_.alive_seconds)) return;
    last_sign_ = Clock::now();
    for (Carrier& carrier : carriers_) {
        if (!carrier.connection->wants_to_send(link_of(carrier)))
            carrier.connection->post(FrameKind::alive);
    }
}

/// Tells the client why its session ends.
void Host::end(Status why) {
    for (Carrier& carrier : carriers_) {
        carrier.connection->post(FrameKind::refusal, encoded(remote::Refusal{why.context()}));
        static_cast<void>(carrier.connection->send(&link_));
    }
    why_.keep_first(std::move(why));
    ends_ = true;
}

/// The thread of the worker.
void Host::work() {
    Guard guard(mutex_);
    for (;;) {
        changed_.wait(guard, [&] { return ends_ || !queue_.empty() || !background_done_.empty(); });
        if (ends_) return;
        is_working_ = true;
        if (!background_done_.empty()) {
            const std::function<void()> done = std::move(background_done_.front());
            background_done_.pop_front();
            guard.unlock();
            done();
            guard.lock();
        } else {
            const Frame request = std::move(queue_.front());
            queue_.pop_front();
            guard.unlock();
            const Status status = carry_out(request);
            guard.lock();
            queue_bytes_ -= request.body.size();
            if (!status.ok()) end(status);
        }
        if (queue_.empty() || session_.untold_bytes() >= told_bytes) {
            guard.unlock();
            session_.tell_written();
            guard.lock();
        }
        is_working_ = false;
        open_files_ = session_.open_files();
        ::eventfd_write(wake_.get(), 1);
    }
}

Status Host::carry_out(const Frame& request) {
    try {
        return session_.handle(request);
    } catch (const std::bad_alloc&) {
        return {Code::enomem, "the server has no memory for the request"};
    }
}

bool Host::send(FrameKind kind, Body body) {
    Guard guard(mutex_);
    const std::size_t bytes = remote::header_bytes + body.size();
    changed_.wait(guard,
                  [&] { return ends_ || link_.kept_bytes() + bytes <= settings_.kept_bytes; });
    if (ends_) return false;
    link_.post(kind, std::move(body));
    ::eventfd_write(wake_.get(), 1);
    return true;
}

/// A helper stays for later work: a client may lock thousands of ranges.
Status Host::in_background(BackgroundWork work) {
    const Guard guard(mutex_);
    if (background_count_ == helpers_) {
        try {
            std::thread([this] { help(); }).detach();
        } catch (const std::system_error& error) {
            return {Code::enomem,
                    std::string("the server has no thread to wait with: ") + error.what()};
        }
        ++helpers_;
    }
    ++background_count_;
    for_helpers_.push_back(std::move(work));
    changed_.notify_all();
    return {};
}

/// The thread of a helper.
void Host::help() {
    Guard guard(mutex_);
    for (;;) {
        changed_.wait(guard, [&] { return ends_ || !for_helpers_.empty(); });
        if (for_helpers_.empty()) break;
        BackgroundWork work = std::move(for_helpers_.front());
        for_helpers_.pop_front();
        guard.unlock();
        std::function<void()> done = work();
        work = nullptr;
        guard.lock();
        background_done_.push_back(std::move(done));
        --background_count_;
        changed_.notify_all();
    }
    --helpers_;
    changed_.notify_all();
}

}  // namespace weft::serve
