// SPDX-License-Identifier: BSD-3-Clause
// The data of a file as one stream that can be cut anywhere: first the fixed variables one after
// the other, then record by record the parts of the record variables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::tools {

/// A fixed variable, or one record's part of a record variable.
struct WalkSlab {
    std::int64_t bytes = 0;  // a multiple of unit
    std::int64_t unit = 1;   // is not cut
};

/// Bytes of one slab, in one record.
struct WalkPiece {
    std::size_t slab = 0;     // counted over the fixed slabs and then the record slabs
    std::int64_t record = 0;  // 0 for a fixed slab
    std::int64_t offset = 0;  // in the slab
    std::int64_t bytes = 0;
};

class Walk {
public:
    /// The sum of all bytes must be below 2^63.
    Walk(const std::vector<WalkSlab>& fixed, const std::vector<WalkSlab>& in_record,
         std::int64_t record_count);

    [[nodiscard]] std::int64_t bytes() const { return fixed_end_ + record_count_ * record_bytes_; }

    /// Calls `use(const WalkPiece&)` for the pieces of [from, to), in order, until it returns
    /// false. A unit that an end of the range cuts belongs to the range behind the cut.
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, Use&& use) const;

private:
    struct Placed {
        std::int64_t begin;  // in the stream; of a record slab, in record 0
        WalkSlab slab;
    };

    template <class Use>
    bool visit_slabs(std::size_t first, std::size_t last, std::int64_t record, std::int64_t from,
                     std::int64_t to, Use&& use) const;

    std::vector<Placed> slabs_;
    std::size_t fixed_count_ = 0;
    std::int64_t fixed_end_ = 0;
    std::int64_t record_bytes_ = 0;
    std::int64_t record_count_ = 0;
};

/// `from` and `to` are positions of the stream without the records before `record`.
template <class Use>
bool Walk::visit_slabs(std::size_t first, std::size_t last, std::int64_t record, std::int64_t from,
                       std::int64_t to, Use&& use) const {
    const auto begin = slabs_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = slabs_.begin() + static_cast<std::ptrdiff_t>(last);
    auto at = std::partition_point(begin, end, [from](const Placed& placed) {
        return placed.begin + placed.slab.bytes <= from;
    });
    for (; at != end && at->begin < to; ++at) {
        const std::int64_t unit = at->slab.unit;
        const std::int64_t low = std::max<std::int64_t>(from - at->begin, 0) / unit * unit;
        const std::int64_t high = std::min(to - at->begin, at->slab.bytes) / unit * unit;
        const WalkPiece piece{.slab = static_cast<std::size_t>(at - slabs_.begin()),
                              .record = record,
                              .offset = low,
                              .bytes = high - low};
        if (piece.bytes > 0 && !use(piece)) return false;
    }
    return true;
}

template <class Use>
void Walk::visit(std::int64_t from, std::int64_t to, Use&& use) const {
    if (from < fixed_end_ && !visit_slabs(0, fixed_count_, 0, from, std::min(to, fixed_end_), use))
        return;
    if (record_bytes_ == 0) return;
    const std::int64_t begin = std::max(from, fixed_end_);
    for (std::int64_t record = (begin - fixed_end_) / record_bytes_; record < record_count_;
         ++record) {
        const std::int64_t before = record * record_bytes_;
        if (fixed_end_ + before >= to) return;
        if (!visit_slabs(fixed_count_, slabs_.size(), record, begin - before, to - before, use))
            return;
    }
}

}  // namespace weft::tools
