// SPDX-License-Identifier: BSD-3-Clause
#include "web/client.hpp"

#include <algorithm>
#include <mutex>
#include <new>

#include "storage/signals_blocked.hpp"

namespace weft::web {
namespace {

constexpr int longest_wait_ms = 1000;
/// A program that computes for longer between two calls has not looked for bytes.
constexpr Seconds long_absence(0.5);

/// Initialises libcurl once for the process, before the first client.
void start_libcurl() {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(started);
}

}  // namespace

Client::Client(int connections) : connections_(static_cast<std::size_t>(connections)) {
    start_libcurl();
    multi_ = curl_multi_init();
    if (multi_ == nullptr) throw std::bad_alloc();
    // Keeps more connections than `connections`, for servers to which redirects lead.
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(2 * connections));
}

Client::~Client() {
    for (const Active& one : active_) release(one.handle);
    curl_multi_cleanup(multi_);
}

void Client::release(CURL* handle) {
    curl_multi_remove_handle(multi_, handle);
    curl_easy_cleanup(handle);
}

void Client::add(Transfer& transfer) {
    waiting_.push_back(&transfer);
}

void Client::drop(Transfer& transfer) {
    std::erase(waiting_, &transfer);
    std::erase_if(pausing_, [&](const Pausing& one) { return one.transfer == &transfer; });
    const auto its = std::ranges::find(active_, &transfer, &Active::transfer);
    if (its == active_.end()) return;
    release(its->handle);
    active_.erase(its);
}

/// Transfers in the order in which they were added; those that pause have their turn first.
void Client::begin() {
    const Clock::time_point now = Clock::now();
    for (auto one = pausing_.begin(); one != pausing_.end();) {
        if (one->until > now) {
            ++one;
            continue;
        }
        waiting_.push_front(one->transfer);
        one = pausing_.erase(one);
    }
    while (!waiting_.empty() && active_.size() < connections_) {
        // Each attempt has a handle of its own: libcurl 7.88 keeps a pointer into the lines of a
        // handle's last answer, and follows it if the next answer begins with a continuation line.
        CURL* const handle = curl_easy_init();
        if (handle == nullptr) throw std::bad_alloc();
        Transfer* const next = waiting_.front();
        waiting_.pop_front();
        next->prepare(handle);
        active_.push_back({next, handle});
        curl_multi_add_handle(multi_, handle);
    }
}

void Client::end(std::size_t active, CURLcode code) {
    const Active its = active_[active];
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(active));
    const auto next = its.transfer->end_attempt(its.handle, code);
    release(its.handle);
    if (next) pausing_.push_back({its.transfer, *next});
}

void Client::collect() {
    int left = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi_, &left)) {
        if (message->msg != CURLMSG_DONE) continue;
        const CURLcode code = message->data.result;
        const auto its = std::ranges::find(active_, message->easy_handle, &Active::handle);
        if (its != active_.end()) end(static_cast<std::size_t>(its - active_.begin()), code);
    }
}

void Client::end_stalled() {
    const Clock::time_point now = Clock::now();
    const Seconds absence = now - last_turn_;
    last_turn_ = now;
    for (std::size_t i = active_.size(); i-- > 0;) {
        // A wait of this client's is no absence.
        if (absence > long_absence + Seconds(longest_wait_ms * 1e-3))
            active_[i].transfer->forgive(absence);
        if (active_[i].transfer->is_stalled(now)) end(i, CURLE_OPERATION_TIMEDOUT);
    }
}

void Client::wait() {
    int milliseconds = longest_wait_ms;
    const Clock::time_point now = Clock::now();
    for (const Pausing& one : pausing_) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(one.until - now).count();
        milliseconds = std::min(milliseconds, static_cast<int>(std::max<long>(left, 0)));
    }
    curl_multi_poll(multi_, nullptr, 0, milliseconds, nullptr);
}

void Client::turn(bool may_wait) {
    begin();
    int running = 0;
    {
        // A thread of libcurl's may look up an address.
        const storage::SignalsBlocked blocked;
        curl_multi_perform(multi_, &running);
    }
    const std::size_t before = active_.size();
    collect();
    end_stalled();
    if (may_wait && before == active_.size()) wait();
}

void Client::poke() {
    turn(false);
}

void Client::run(const std::function<bool()>& is_enough) {
    while (!is_enough()) turn(true);
}

// Clients that nobody uses.

namespace {

struct Spare {
    std::mutex mutex;
    std::vector<std::unique_ptr<Client>> clients;
};

/// Never destroyed: a program may close files in its own exit handlers.
Spare& spare() {
    static Spare* const all = new Spare;
    return *all;
}

constexpr std::size_t most_spare = 4;

void give_back(Client* client) {
    std::unique_ptr<Client> its(client);
    if (!its->is_idle()) return;
    Spare& all = spare();
    const std::lock_guard lock(all.mutex);
    if (all.clients.size() < most_spare) all.clients.push_back(std::move(its));
}

}  // namespace

ClientLease take_client(int connections) {
    Spare& all = spare();
    {
        const std::lock_guard lock(all.mutex);
        if (!all.clients.empty()) {
            std::unique_ptr<Client> last = std::move(all.clients.back());
            all.clients.pop_back();
            return {last.release(), give_back};
        }
    }
    return {new Client(connections), give_back};
}

}  // namespace weft::web
