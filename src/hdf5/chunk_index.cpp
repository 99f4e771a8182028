// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_index.hpp"

#include <algorithm>
#include <utility>

namespace weft::hdf5 {
namespace {

/// An index of more chunks takes as much memory as a chunk does.
constexpr std::int64_t most_of_each_rank = 1 << 16;

/// Gives a list room for so many more, and for some to come if it must move.
template <class One>
void expect(std::vector<One>& list, std::int64_t more) {
    const std::size_t wanted = list.size() + static_cast<std::size_t>(more);
    if (wanted > list.capacity()) list.reserve(std::max(wanted, 2 * list.size()));
}

}  // namespace

/// Whether an index of so many chunks is to move into memory that the ranks share.
bool ChunkIndex::is_to_share(std::int64_t chunks, int ranks) const {
    if (is_shared() || cannot_share_ || ranks == 1 || sharing_ == engine::Choice::disable)
        return false;
    return sharing_ == engine::Choice::enable || chunks > most_of_each_rank;
}

/// Where the ranks cannot share memory, each has the index.
void ChunkIndex::reserve(mpi::CommView node, std::int64_t more) {
    expect(before_, more);
    if (notes_news_) expect(news_.chunks, more);
    const std::int64_t chunks = chunks_ + 2 * more + 1;  // with the slots of counts
    const bool shares = is_shared() || is_to_share(chunks, node.size());
    if (table_.has_room_for_all(chunks) && shares == is_shared()) return;
    const std::size_t bytes = ChunkTable::bytes_for(std::max(2 * chunks_, chunks));
    std::unique_ptr<engine::shm::Segment> segment;
    if (shares) segment = engine::shm::Segment::create(node, bytes);
    cannot_share_ = shares && segment == nullptr;
    std::vector<std::byte> own(segment == nullptr ? bytes : 0);
    ChunkTable larger(segment == nullptr ? std::span(own) : std::span(segment->data(), bytes));
    if (segment == nullptr || node.rank() == 0) larger.add(table_);
    own_ = std::move(own);
    segment_ = std::move(segment);
    table_ = larger;
}

void ChunkIndex::begin_turn() {
    turn_ = turn_ % ChunkSlot::last_turn + 1;
    chunks_ = table_.size();
    before_.clear();
}

void ChunkIndex::enter(const ChunkEntry& entry, std::int64_t chunk_bytes) {
    const ChunkSlot old = table_.slot(entry.variable, entry.number);
    if (turn_ != 0 && !entry.is_kept()) before_.push_back({old, entry.rank, chunk_bytes});
    ChunkSlot next = old;
    next.rank = entry.rank;
    next.turn = turn_ & ChunkSlot::last_turn;
    next.is_open = entry.is_kept() ? 1 : 0;
    if (!entry.is_kept()) {
        next.address = entry.address;
        next.bytes = static_cast<std::uint32_t>(entry.bytes);
        next.room = static_cast<std::uint32_t>(entry.room);
        next.filter_mask = entry.filter_mask;
    }
    if (notes_news_ && !entry.is_kept()) {
        news_.are_all_new = news_.are_all_new && !old.is_stored();
        news_.chunks.push_back({entry.variable, entry.number});
    }
    change(next, chunk_bytes);
    if (entry.is_kept()) table_.slot(entry.variable, is_count).turn = next.turn;
}

/// Gives a chunk's slot another value, and counts.
void ChunkIndex::change(const ChunkSlot& to, std::int64_t chunk_bytes) {
    ChunkSlot& slot = table_.slot(to.variable, to.number);
    const std::int64_t more = std::int64_t{to.is_open} - std::int64_t{slot.is_open};
    slot = to;
    if (more == 0) return;
    table_.slot(to.variable, is_count).address += more;
    table_.slot(of_all, is_count).address += more * chunk_bytes;
}

void ChunkIndex::take_back(std::span<const std::byte> have_written) {
    for (auto one = before_.rbegin(); one != before_.rend(); ++one)
        if (have_written[static_cast<std::size_t>(one->rank)] == std::byte{0})
            change(one->slot, one->chunk_bytes);
    news_.are_all_new = false;  // not all of it has happened
    before_.clear();
}

std::vector<std::vector<ChunkIndex::Numbered>> ChunkIndex::listed(std::size_t variables) const {
    std::vector<std::vector<Numbered>> lists(variables);
    for (const ChunkSlot& one : table_.slots())
        if (one.number >= 0 && one.is_stored())
            lists[static_cast<std::size_t>(one.variable)].push_back({one.number, one.stored()});
    for (std::vector<Numbered>& list : lists) std::ranges::sort(list, {}, &Numbered::number);
    return lists;
}

}  // namespace weft::hdf5
