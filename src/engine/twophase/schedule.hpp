// SPDX-License-Identifier: BSD-3-Clause
// What an aggregator does, in order. Its windows rise in the file. In each window it has a message
// with every node that has bytes there. It cuts messages into the same fragments as the other end.
// Pure: no communication, no files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/twophase/file_domains.hpp"
#include "engine/twophase/limits.hpp"
#include "engine/twophase/others_requests.hpp"
#include "engine/twophase/walk.hpp"

namespace weft::engine::twophase {

/// A node's bytes in a window, one rank's behind the other's.
struct NodeMessage {
    int node = 0;
    int delegate = 0;  // the node's rank at the other end
    std::int64_t bytes = 0;
    std::vector<Share> shares;
};

/// A window with all that comes into it or out of it.
struct Job {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::vector<NodeMessage> messages;  // by node; none empty
};

class Schedule {
public:
    struct Subject {
        const FileDomains& domains;
        int domain = 0;
        const OthersRequests& others;  // at the offsets of this call
        ExchangeLimits limits;
    };
    explicit Schedule(const Subject& subject);

    /// Bytes [from, to) of one of a job's messages.
    struct Item {
        std::shared_ptr<const Job> job;
        std::size_t message = 0;
        std::int64_t from = 0;
        std::int64_t to = 0;

        [[nodiscard]] bool begins_job() const { return message == 0 && from == 0; }
        [[nodiscard]] bool ends_job() const {
            return message + 1 == job->messages.size() && to == job->messages[message].bytes;
        }
        [[nodiscard]] int node() const { return job->messages[message].node; }
        [[nodiscard]] int delegate() const { return job->messages[message].delegate; }
        [[nodiscard]] std::int64_t bytes() const { return to - from; }
    };
    /// The next item; nothing at the end. pass() goes on to the one behind it.
    [[nodiscard]] const std::optional<Item>& upcoming() const { return upcoming_; }
    void pass();

private:
    struct Member {
        int node = 0;
        int delegate = 0;
        ListWalk walk;
        std::optional<std::int64_t> offset;  // of the next byte in the domain
    };
    [[nodiscard]] std::shared_ptr<const Job> next_job();
    void begin_message(std::shared_ptr<const Job> job, std::size_t message);

    Subject subject_;
    std::vector<Member> members_;  // by node, then by their places there
    std::optional<Item> upcoming_;
};

/// The numbers of the units that have bytes of the schedule, rising.
std::vector<std::int64_t> unit_numbers(const Schedule::Subject& subject, std::int64_t unit);

}  // namespace weft::engine::twophase
