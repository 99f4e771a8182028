// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/count.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "base/checked.hpp"
#include "format/sizes.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/shared/read_window.hpp"
#include "tools/shared/shared_walk.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

struct CountedSlab {
    std::size_t variable = 0;  // position in the list of ids
    types::External type{};    // of the values when read
    std::int64_t begin = 0;
    std::int64_t bytes = 0;  // in a record, if it has records
    bool is_record = false;
    MissingValues missing;
};

/// In the order of the file.
std::vector<CountedSlab> counted_slabs(const OpenedFile& opened, const std::vector<int>& ids) {
    std::vector<CountedSlab> slabs;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const model::Variable& variable = opened.schema.variable(ids[i]);
        ValueRules rules = rules_of(variable);
        slabs.push_back({.variable = i,
                         .type = rules.type,
                         .begin = opened.begin(ids[i]),
                         .bytes = format::slab_bytes(opened.schema, variable).value(),
                         .is_record = opened.schema.is_record_variable(variable),
                         .missing = std::move(rules.missing)});
    }
    std::ranges::sort(slabs, [](const CountedSlab& a, const CountedSlab& b) {
        return a.is_record != b.is_record ? b.is_record : a.begin < b.begin;
    });
    return slabs;
}

Walk walk_over(const std::vector<CountedSlab>& slabs, std::int64_t record_count) {
    std::vector<WalkSlab> fixed;
    std::vector<WalkSlab> in_record;
    for (const CountedSlab& slab : slabs)
        (slab.is_record ? in_record : fixed).push_back({slab.bytes, 1});
    return {fixed, in_record, record_count};
}

/// The state of one thread: a file of its own, a buffer, tallies.
class Reader {
public:
    Reader(const OpenedFile& opened, const std::vector<CountedSlab>& slabs)
        : opened_(opened), window_(*opened.file), slabs_(slabs), tallies_(slabs.size()) {}

    /// Counts the blocks that begin in the piece.
    Status operator()(const WalkPiece& piece) {
        const CountedSlab& slab = slabs_[piece.slab];
        const std::int64_t place = slab.begin + piece.record * opened_.record_bytes;
        for (std::int64_t at = round_up(piece.offset, block_bytes); at < piece.offset + piece.bytes;
             at += block_bytes) {
            const std::int64_t bytes = std::min(block_bytes, slab.bytes - at);
            const auto read = window_.at(place + at, bytes);
            if (!read.ok()) return read.status();
            add_values(slab.type, read.value(), slab.missing, tallies_[slab.variable]);
        }
        return {};
    }
    [[nodiscard]] const std::vector<ValueTally>& tallies() const { return tallies_; }

private:
    const OpenedFile& opened_;
    ReadWindow window_;
    const std::vector<CountedSlab>& slabs_;
    std::vector<ValueTally> tallies_;
};

/// Tallies of several readers, or ranks, for the variables `ids`, one behind the other.
std::vector<ValueTally> merged(const OpenedFile& opened, const std::vector<int>& ids,
                               std::span<const ValueTally> all) {
    std::vector<ValueTally> sums(ids.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t at = i % ids.size();
        add_tally(rules_of(opened.schema.variable(ids[at])).type, all[i], sums[at]);
    }
    return sums;
}

}  // namespace

Result<std::vector<ValueTally>> count_values(const Team& team,
                                             const std::vector<OpenedFile>& handles,
                                             const std::vector<int>& ids, ProgressMode mode) {
    const OpenedFile& opened = handles.front();
    const std::vector<CountedSlab> slabs = counted_slabs(opened, ids);
    SharedWalk walk(walk_over(slabs, opened.schema.record_count));
    const Part part = part_of(team, walk.bytes());
    std::vector<Reader> readers;
    for (const OpenedFile& handle : handles) readers.emplace_back(handle, slabs);
    Progress progress(mode, "counting", part.to - part.from, team);
    const Status status = team.agree(walk.run(part, readers, progress));
    if (!status.ok()) return status;

    std::vector<ValueTally> mine;
    for (const Reader& reader : readers)
        mine.insert(mine.end(), reader.tallies().begin(), reader.tallies().end());
    mine = merged(opened, ids, mine);
    const std::vector<std::byte> gathered = team.gather(std::as_bytes(std::span(mine)));
    std::vector<ValueTally> all(gathered.size() / sizeof(ValueTally));
    std::memcpy(all.data(), gathered.data(), gathered.size());
    return team.is_first() ? merged(opened, ids, all) : std::vector<ValueTally>();
}

}  // namespace weft::tools
