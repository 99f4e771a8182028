// SPDX-License-Identifier: BSD-3-Clause
// Keeps single events of one rank, up to a number. It counts later ones and drops them.
#pragma once

#include <cstdint>
#include <vector>

#include "report/trace.hpp"

namespace weft::engine {

class Trace {
public:
    /// The most events that a rank keeps, so that memory, and what rank 0 writes for all ranks,
    /// stay bounded.
    static std::int64_t most_events(int rank_count);

    explicit Trace(std::int64_t most) : most_(most) {}

    void add(const report::Event& event) {
        if (static_cast<std::int64_t>(events_.size()) < most_) {
            events_.push_back(event);
        } else {
            ++dropped_;
        }
    }
    [[nodiscard]] const std::vector<report::Event>& events() const { return events_; }
    [[nodiscard]] std::int64_t dropped() const { return dropped_; }

private:
    std::int64_t most_;
    std::int64_t dropped_ = 0;
    std::vector<report::Event> events_;
};

}  // namespace weft::engine
