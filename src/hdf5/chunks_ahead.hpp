// SPDX-License-Identifier: BSD-3-Clause
// Which chunks a call will still load of a far file, so that they are on their way before they are
// loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/request/request.hpp"

namespace weft::hdf5 {

class ChunksAhead {
public:
    /// Of a call, in place of those of the last one. `unit`: how long a chunk is in the request.
    void expect(const engine::Request& request, std::int64_t unit);
    /// Those up to this number are loaded, or not wanted.
    void pass(std::int64_t number);
    /// Some of those that nobody has asked the file for; none while enough are on their way.
    [[nodiscard]] std::span<const std::int64_t> next() const;
    /// Whether the next one, of so many bytes of the file, is to be asked for now. If so, it has
    /// been.
    [[nodiscard]] bool take(std::int64_t bytes);

private:
    std::vector<std::int64_t> numbers_;  // rising
    std::vector<std::int64_t> bytes_;    // of those that were asked for, as in numbers_
    std::size_t passed_ = 0;
    std::int64_t ahead_bytes_ = 0;
};

}  // namespace weft::hdf5
