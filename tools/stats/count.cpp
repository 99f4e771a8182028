// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/count.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/checked.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/shared/shared_walk.hpp"
#include "tools/shared/value_walk.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// The number of blocks that are read at once.
constexpr std::int64_t most_blocks = 2;

/// The state of one thread: an input of its own, a buffer, tallies.
class Reader {
public:
    Reader(const Input& input, const std::vector<int>& ids, const std::vector<ValueRules>& rules,
           const ValueWalk& walk)
        : input_(input), ids_(ids), rules_(rules), walk_(walk), tallies_(ids.size()) {}

    /// Counts the blocks that begin in the piece.
    Status operator()(const WalkPiece& piece) {
        const ValueSlab& slab = walk_.slab(piece);
        const ValueRules& rules = rules_[slab.position];
        const std::int64_t value_bytes = types::size_of(rules.type);
        const std::int64_t end = piece.offset + piece.bytes;
        for (std::int64_t at = round_up(piece.offset, block_bytes); at < end;
             at += most_blocks * block_bytes) {
            // The last one may reach beyond the piece.
            const std::int64_t blocks = std::min(most_blocks, (end - at - 1) / block_bytes + 1);
            const std::int64_t bytes =
                std::min(blocks * block_bytes, slab.count * value_bytes - at);
            values_.resize(static_cast<std::size_t>(bytes));
            const Status read =
                input_.read(ids_[slab.position], walk_.first_of(piece) + at / value_bytes, values_,
                            Form::external);
            if (!read.ok()) return read;
            for (std::int64_t done = 0; done < bytes; done += block_bytes) {
                const std::int64_t part = std::min(block_bytes, bytes - done);
                add_values(rules.type,
                           std::span(values_).subspan(static_cast<std::size_t>(done),
                                                      static_cast<std::size_t>(part)),
                           rules.missing, tallies_[slab.position]);
            }
        }
        return {};
    }
    [[nodiscard]] const std::vector<ValueTally>& tallies() const { return tallies_; }

private:
    const Input& input_;
    const std::vector<int>& ids_;
    const std::vector<ValueRules>& rules_;
    const ValueWalk& walk_;
    std::vector<std::byte> values_;
    std::vector<ValueTally> tallies_;
};

/// Merges the tallies of several readers, or ranks, which follow each other.
std::vector<ValueTally> merged(const std::vector<ValueRules>& rules,
                               std::span<const ValueTally> all) {
    std::vector<ValueTally> sums(rules.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t at = i % rules.size();
        add_tally(rules[at].type, all[i], sums[at]);
    }
    return sums;
}

}  // namespace

Result<std::vector<ValueTally>> count_values(const Team& team, const std::vector<Input>& inputs,
                                             const std::vector<int>& ids, ProgressMode mode) {
    const model::Schema& schema = inputs.front().schema();
    std::vector<ValueRules> rules;
    for (const int id : ids) rules.push_back(rules_of(schema.variable(id)));
    const ValueWalk values(schema, ids, schema.record_count);
    SharedWalk walk(values.walk());
    const Part part = part_of(team, walk.bytes());
    std::vector<Reader> readers;
    for (const Input& input : inputs) readers.emplace_back(input, ids, rules, values);
    Progress progress(mode, "counting", part.to - part.from, team);
    const Status status = team.agree(walk.run(part, readers, progress));
    if (!status.ok()) return status;

    std::vector<ValueTally> mine;
    for (const Reader& reader : readers)
        mine.insert(mine.end(), reader.tallies().begin(), reader.tallies().end());
    mine = merged(rules, mine);
    const std::vector<std::byte> gathered = team.gather(std::as_bytes(std::span(mine)));
    std::vector<ValueTally> all(gathered.size() / sizeof(ValueTally));
    std::memcpy(all.data(), gathered.data(), gathered.size());
    return team.is_first() ? merged(rules, all) : std::vector<ValueTally>();
}

}  // namespace weft::tools
