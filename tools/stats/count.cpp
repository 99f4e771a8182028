// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/count.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "format/sizes.hpp"
#include "tools/shared/read_window.hpp"
#include "tools/shared/walk.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

struct CountedLane {
    std::size_t variable = 0;  // position in the list of ids
    types::External type{};
    std::int64_t begin = 0;
    std::int64_t bytes = 0;  // in a record, if it has records
    bool is_record = false;
    MissingValues missing;
};

/// In the order of the file.
std::vector<CountedLane> counted_lanes(const OpenedFile& opened, const std::vector<int>& ids) {
    std::vector<CountedLane> lanes;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const format::Variable& variable = opened.schema.variable(ids[i]);
        lanes.push_back({.variable = i,
                         .type = variable.type,
                         .begin = variable.begin,
                         .bytes = format::slab_bytes(opened.schema, variable).value(),
                         .is_record = opened.schema.is_record_variable(variable),
                         .missing = missing_values_of(variable)});
    }
    std::ranges::sort(lanes, [](const CountedLane& a, const CountedLane& b) {
        return a.is_record != b.is_record ? b.is_record : a.begin < b.begin;
    });
    return lanes;
}

class Count {
public:
    Count(const OpenedFile& opened, const std::vector<int>& ids)
        : opened_(opened),
          window_(*opened.file),
          lanes_(counted_lanes(opened, ids)),
          tallies_(ids.size()) {}

    Status run(const Team& team, ProgressMode mode) {
        std::vector<Lane> fixed;
        std::vector<Lane> in_record;
        for (const CountedLane& lane : lanes_)
            (lane.is_record ? in_record : fixed).push_back({lane.bytes, 1});
        const Walk walk(fixed, in_record, opened_.schema.record_count);
        const Part part = part_of(team, walk.bytes());
        Progress progress(mode, "counting", part.to - part.from, team);
        Status status;
        walk.visit(part.from, part.to, [&](const WalkPiece& piece) {
            status = add(piece);
            progress.advance(piece.bytes);
            return status.ok();
        });
        return status;
    }
    [[nodiscard]] const std::vector<ValueTally>& tallies() const { return tallies_; }

private:
    /// The blocks that begin in the piece.
    Status add(const WalkPiece& piece) {
        const CountedLane& lane = lanes_[piece.lane];
        const std::int64_t place = lane.begin + piece.record * opened_.record_bytes;
        for (std::int64_t at = round_up(piece.offset, block_bytes); at < piece.offset + piece.bytes;
             at += block_bytes) {
            const std::int64_t bytes = std::min(block_bytes, lane.bytes - at);
            const auto read = window_.at(place + at, bytes);
            if (!read.ok()) return read.status();
            add_values(lane.type, read.value(), lane.missing, tallies_[lane.variable]);
        }
        return {};
    }

    const OpenedFile& opened_;
    ReadWindow window_;
    std::vector<CountedLane> lanes_;
    std::vector<ValueTally> tallies_;
};

}  // namespace

Result<std::vector<ValueTally>> count_values(const Team& team, const OpenedFile& opened,
                                             const std::vector<int>& ids, ProgressMode mode) {
    Count count(opened, ids);
    const Status status = team.agree(count.run(team, mode));
    if (!status.ok()) return status;
    const std::vector<ValueTally>& mine = count.tallies();
    const std::vector<std::byte> all = team.gather(std::as_bytes(std::span(mine)));
    std::vector<ValueTally> sums(team.is_first() ? mine.size() : 0);
    for (std::size_t i = 0; i < all.size() / sizeof(ValueTally); ++i) {
        ValueTally one;
        std::memcpy(&one, all.data() + i * sizeof(ValueTally), sizeof(ValueTally));
        const std::size_t at = i % mine.size();
        add_tally(opened.schema.variable(ids[at]).type, one, sums[at]);
    }
    return sums;
}

}  // namespace weft::tools
