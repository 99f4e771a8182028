// SPDX-License-Identifier: BSD-3-Clause
// Keeps single events of one rank, up to a number. It counts later ones and drops them.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::engine {

struct Event {
    double begin = 0;  // seconds
    double end = 0;
    const char* name = "";  // of static lifetime, as all texts here
    const char* category = "";
    const char* method = nullptr;  // of a call
    std::int64_t offset = -1;      // in the file, or -1
    std::int64_t bytes = -1;       // or -1
};

class Trace {
public:
    /// How many events a rank keeps at most, so that memory, and what rank 0 writes for all ranks,
    /// stay bounded.
    static std::int64_t most_events(int rank_count);

    explicit Trace(std::int64_t most) : most_(most) {}

    void add(const Event& event) {
        if (static_cast<std::int64_t>(events_.size()) < most_) {
            events_.push_back(event);
        } else {
            ++dropped_;
        }
    }
    [[nodiscard]] const std::vector<Event>& events() const { return events_; }
    [[nodiscard]] std::int64_t dropped() const { return dropped_; }

private:
    std::int64_t most_;
    std::int64_t dropped_ = 0;
    std::vector<Event> events_;
};

}  // namespace weft::engine
