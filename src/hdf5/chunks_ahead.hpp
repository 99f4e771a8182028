// SPDX-License-Identifier: BSD-3-Clause
// The chunks that a call will still load from a file on another machine, so that they can be
// requested before they are loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::hdf5 {

class ChunksAhead {
public:
    /// Replaces the expected chunks. `numbers`: rising.
    void expect(std::vector<std::int64_t> numbers);
    /// Called when all chunks up to this number are loaded, or not wanted.
    void pass(std::int64_t number);
    /// Some chunks that have not been requested from the file yet; none while enough are on their
    /// way.
    [[nodiscard]] std::span<const std::int64_t> next() const;
    /// Whether to request the next chunk, of so many bytes in the file, now. If so, it counts as
    /// requested.
    [[nodiscard]] bool take(std::int64_t bytes);

private:
    std::vector<std::int64_t> numbers_;  // rising
    std::vector<std::int64_t> bytes_;    // of those that were asked for, as in numbers_
    std::size_t passed_ = 0;
    std::int64_t ahead_bytes_ = 0;
};

}  // namespace weft::hdf5
