// SPDX-License-Identifier: BSD-3-Clause
// Carries out transfers, several at a time, over connections that are kept. It has no thread: bytes
// move while somebody waits for some.
#pragma once

#include <curl/curl.h>

#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "web/patience.hpp"
#include "web/transfer.hpp"

namespace weft::web {

/// Used by one thread at a time.
class Client {
public:
    /// `connections`: how many transfers are under way at a time.
    explicit Client(int connections);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// The transfer outlives its stay here, which ends when it is done, or is dropped.
    void add(Transfer& transfer);
    void drop(Transfer& transfer);
    [[nodiscard]] bool is_idle() const {
        return waiting_.empty() && pausing_.empty() && active_.empty();
    }
    /// Moves bytes until `is_enough()`, which must come about when all transfers are done.
    void run(const std::function<bool()>& is_enough);
    /// Sends and takes what can be sent and taken at once.
    void poke();

private:
    struct Active {
        Transfer* transfer;
        CURL* handle;
    };
    struct Pausing {
        Transfer* transfer;
        Clock::time_point until;
    };

    void turn(bool may_wait);
    void begin();
    void collect();
    void end_stalled();
    void end(std::size_t active, CURLcode code);
    void wait();
    void release(CURL* handle);

    std::size_t connections_;
    CURLM* multi_;
    std::vector<Active> active_;
    std::deque<Transfer*> waiting_;
    std::vector<Pausing> pausing_;
    Clock::time_point last_turn_ = Clock::now();
};

/// A client for a file, which others may use when it is destroyed.
using ClientLease = std::unique_ptr<Client, std::function<void(Client*)>>;

/// An idle client with its connections, or a new one. Any thread may call.
ClientLease take_client(int connections);

}  // namespace weft::web
