// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/resume.hpp"

#include <algorithm>

namespace weft::tools {
namespace {

/// The bytes of one comparison. Each costs a round trip, which should be short compared with the
/// time of reading.
constexpr std::int64_t compared_bytes = std::int64_t{64} << 20;

/// Whether both have the same bytes in the range.
Result<bool> are_equal(storage::File& one, storage::File& other, std::int64_t offset,
                       std::int64_t length) {
    const auto first = one.checksum(offset, length);
    if (!first.ok()) return first.status();
    const auto second = other.checksum(offset, length);
    if (!second.ok()) return second.status();
    return first.value() == second.value() && first.value().bytes == length;
}

}  // namespace

Result<Resumption> resume(storage::File& source, std::int64_t source_bytes, storage::File& target,
                          const Team& team, ProgressMode mode) {
    const auto there = target.size();
    if (!there.ok()) return there.status();
    const std::int64_t end = there.value();
    Progress progress(mode, "comparing", end, team);
    bool is_equal = end <= source_bytes;
    for (std::int64_t at = 0; at < end && is_equal; at += compared_bytes) {
        const std::int64_t length = std::min(compared_bytes, end - at);
        const auto equal = are_equal(source, target, at, length);
        if (!equal.ok()) return equal.status();
        is_equal = equal.value();
        progress.advance(length);
    }
    if (is_equal) return Resumption{.kept_bytes = end};
    if (const Status emptied = target.resize(0); !emptied.ok()) return emptied;
    return Resumption{.is_other = true};
}

}  // namespace weft::tools
