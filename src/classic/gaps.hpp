// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a file that belong to no value, and what a writer of values puts there: behind the
// values of a variable fill values up to the next multiple of 4, zeros everywhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "format/header.hpp"

namespace weft::classic {

struct Gap {
    std::int64_t begin = 0;         // in the file; of a gap in the records, in record 0
    std::int64_t bytes = 0;         // at least 1
    int variable = -1;              // the one in front, or -1 behind the header
    std::int64_t padding = 0;       // so many bytes at the front repeat
    std::vector<std::byte> fill{};  // this; the rest is zero
    [[nodiscard]] std::byte usual(std::int64_t at) const {
        if (at >= padding) return std::byte{0};
        return fill[static_cast<std::size_t>(at) % fill.size()];
    }
};

struct GapMap {
    std::int64_t header_bytes = 0;
    std::vector<Gap> fixed;  // up to the records, in rising order
    std::vector<Gap> in_record;
    std::int64_t record_begin = 0;  // with record_bytes 0: where the file ends
    std::int64_t record_bytes = 0;
    std::int64_t fixed_end = 0;  // of a file without records

    /// The size of a file with so many records and nothing behind the last one; an error beyond
    /// 2^63-1.
    [[nodiscard]] Result<std::int64_t> file_bytes(std::int64_t record_count) const;
    /// True when [offset, offset + bytes) is gap, in whichever record.
    [[nodiscard]] bool holds(std::int64_t offset, std::int64_t bytes) const;
};

/// The map of the gaps in a file with this header. Precondition: the begins are valid
/// (format/placement.hpp).
Result<GapMap> gaps_of(const format::HeaderView& header);

}  // namespace weft::classic
