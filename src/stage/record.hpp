// SPDX-License-Identifier: BSD-3-Clause
// Records as they are found in a ring: whole, or damaged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "stage/log.hpp"
#include "stage/log_format.hpp"

namespace weft::stage {

/// The head of the record of a slot; Code::efile if the slot is damaged, or the ring ends before
/// the head.
Result<RecordHead> head_of(Log& log, const Slot& slot);

/// Whether the lengths in a head fit its slot, and the head belongs to the log and the record.
bool fits(const RecordHead& head, const Slot& slot, std::uint64_t log);

/// A record with its content.
struct WholeRecord {
    RecordHead head{};
    std::vector<std::byte> content = {};  // shape, data

    [[nodiscard]] std::span<const std::byte> shape() const {
        return std::span(content).first(static_cast<std::size_t>(head.shape_bytes));
    }
    [[nodiscard]] std::span<const std::byte> data() const {
        return std::span(content).subspan(static_cast<std::size_t>(head.shape_bytes));
    }
};

/// The record as it was written; empty if it is not so in the ring. Code::eread where that cannot
/// be read.
Result<std::optional<WholeRecord>> read_record(Log& log, std::uint64_t number);

}  // namespace weft::stage
