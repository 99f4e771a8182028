// SPDX-License-Identifier: BSD-3-Clause
// Cuts what a node has in a batch, so that it fits the memory for messages. Messages are cut into
// fragments, one after the other; a step has as many fragments as there is room for. Pure: no
// communication, no files.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/twophase/limits.hpp"

namespace weft::engine::twophase {

/// Bytes [from, to) of the message between a node and an aggregator.
struct Fragment {
    int domain = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t place = 0;  // of its first byte in the memory for the step

    friend bool operator==(const Fragment&, const Fragment&) = default;
};
using Step = std::vector<Fragment>;

/// `bytes[d]`: the length of the message of domain d, 0 for none.
std::vector<Step> steps_of(const std::vector<std::int64_t>& bytes, const ExchangeLimits& limits);

}  // namespace weft::engine::twophase
