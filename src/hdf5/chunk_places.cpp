// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_places.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "hdf5/chunk_writer.hpp"
#include "mpi/gather_all.hpp"
#include "mpi/together.hpp"

namespace weft::hdf5 {
void ChunkPlaces::expect(ChunkWriter* writer, std::size_t variable) {
    writers_.resize(std::max(writers_.size(), variable + 1));
    writers_[variable] = writer;
}

bool ChunkPlaces::may_tear(const ChunkIndex::Name& name) const {
    if (!kept_.is_on()) return false;
    const ChunkSlot* const known = index_.find_stored(name.variable, name.number);
    return known != nullptr && known->address >= growth_.booked_end &&
           writer_of(name.variable).compresses() && !kept_.has_all_of(name);
}

Status ChunkPlaces::bring(std::span<const Brought> chunks) {
    for (const Brought& one : chunks) {
        const ChunkIndex::Name name{one.writer->number(), one.number};
        if (may_tear(name) && one.writer->may_wait())
            (void)kept_.keep(name, one.put, {}, one.bytes);
    }
    const auto threads = static_cast<std::size_t>(file_.threads());
    if (chunks.size() >= threads || chunks.empty() || !chunks.front().writer->compresses())
        return code(chunks);
    for (const Brought& one : chunks) {
        Later copy{one.writer, one.number, file_.spare_chunks().take(one.bytes.size()),
                   one.bytes.size()};
        copy_bytes(one.bytes, {copy.memory.get(), copy.bytes});
        later_.push_back(std::move(copy));
    }
    return later_.size() >= threads ? code_later() : Status();
}

Status ChunkPlaces::code_later() {
    std::vector<Later> copies = std::exchange(later_, {});
    std::vector<Brought> chunks;
    for (const Later& one : copies)
        chunks.push_back({one.writer, one.number, {one.memory.get(), one.bytes}, put()});
    Status coded = code(chunks);
    for (Later& one : copies) file_.spare_chunks().give_back(std::move(one.memory), one.bytes);
    return coded;
}

Status ChunkPlaces::code(std::span<const Brought> chunks) {
    std::vector<CodedChunks::Name> names;
    std::int64_t limit = 0;
    std::int64_t bytes = 0;
    for (const Brought& one : chunks) {
        names.push_back({one.writer->number(), one.number, one.put});
        limit = std::max(limit, one.writer->encoded_limit());
        bytes += std::ssize(one.bytes);
    }
    return coded_.add(names, limit, file_.threads_for(chunks.size(), bytes),
                      [&](std::size_t i, std::span<std::byte> room) {
                          return chunks[i].writer->code(chunks[i].number, chunks[i].bytes, room);
                      });
}

/// What a rank has open, or waits already, is the older of the two.
bool ChunkPlaces::put_behind(const Brought& chunk) {
    const ChunkWriter& writer = *chunk.writer;
    const ChunkIndex::Name name{writer.number(), chunk.number};
    const ChunkSlot* const known = index_.find(name.variable, name.number);
    const bool is_open = known != nullptr && known->is_open != 0;
    if (is_open || behind_.contains(name) || !writer.compresses() || !writer.may_wait())
        return false;
    if (!behind_.has_room_for(std::ssize(chunk.bytes))) return false;
    if (kept_.is_on() && !kept_.keep(name, put(), {}, chunk.bytes)) return false;
    return behind_.take(name, chunk.bytes, writer.encoded_limit(),
                        [&writer, number = chunk.number](auto values, auto room) {
                            return writer.code(number, values, room);
                        });
}

void ChunkPlaces::expect_lengths(std::span<const std::int64_t> lengths) {
    expected_lengths_.resize(std::max(expected_lengths_.size(), lengths.size()));
    for (std::size_t i = 0; i < lengths.size(); ++i)
        expected_lengths_[i] = std::max(expected_lengths_[i], lengths[i]);
}

/// Where the log has no room, the ranks' next meeting is what saves them from a kill.
void ChunkPlaces::keep_apart(const ChunkIndex::Name& name, std::span<const std::byte> old,
                             std::span<const std::byte> chunk) {
    if (!kept_.is_on()) return;
    const ChunkWriter& writer = writer_of(name.variable);
    const bool is_kept = writer.may_wait() && kept_.keep_lengths(expected_lengths_) &&
                         kept_.keep_apart(name, put(), writer.element_bytes(), old, chunk);
    if (!is_kept) writer.counts().unkept += 1;
}

/// Records of one chunk that several ranks have go in the order of their puts, since a kill may
/// come anywhere in between: whoever has written it last waits for the others.
void ChunkPlaces::end_of_books(mpi::CommView comm, std::span<const std::int64_t> lengths) {
    has_unkept_ = false;
    if (!kept_.is_on()) return;
    kept_.begin_end_of_books([&](const ChunkIndex::Name& name) {
        const ChunkSlot* const its = index_.find_stored(name.variable, name.number);
        return its != nullptr && its->rank == rank_;
    });
    if (comm.size() > 1) comm.barrier();
    kept_.end_of_books(lengths);
}

/// Those that are not compressed yet are so now, by all threads. Where that fails they wait on.
Status ChunkPlaces::code_waiting(std::span<const ChunksBehind::Behind> chunks,
                                 std::vector<ChunksBehind::Behind>& brought) {
    const auto threads = static_cast<std::size_t>(file_.threads());
    Status status;
    for (; !chunks.empty(); chunks = chunks.subspan(std::min(threads, chunks.size()))) {
        const auto some = chunks.first(std::min(threads, chunks.size()));
        const Status coded = mpi::local([&] {
            std::vector<Brought> values;
            for (const ChunksBehind::Behind& one : some)
                values.push_back(
                    {&writer_of(one.name.variable), one.name.number, one.values, one.put});
            return code(values);
        });
        if (coded.ok()) brought.insert(brought.end(), some.begin(), some.end());
        status.keep_first(coded);
    }
    return status;
}

/// Brings chunks of earlier puts, in front of those of the present one.
Status ChunkPlaces::bring_waiting(std::uint32_t before,
                                  std::vector<ChunksBehind::Behind>& brought) {
    std::vector<CodedChunk>& coded = coded_.chunks();
    const std::ptrdiff_t present = std::ssize(coded);
    std::vector<ChunksBehind::Behind> all = behind_.stopped(before);
    brought.reserve(all.size());
    const auto values = std::stable_partition(
        all.begin(), all.end(), [](const ChunksBehind::Behind& one) { return !one.coded.empty(); });
    for (const ChunksBehind::Behind& one : std::span(all.begin(), values)) {
        coded.push_back({one.name.variable, one.name.number, one.put, one.coded});
        brought.push_back(one);
    }
    Status status = code_waiting({values, all.end()}, brought);
    std::rotate(coded.begin(), coded.begin() + present, coded.end());
    return status;
}

/// 0: none is needed.
std::uint32_t ChunkPlaces::checksum_to_keep(const CodedChunk& one) const {
    const bool is_needed = kept_.is_on() && writer_of(one.variable).compresses();
    return is_needed ? checksum_of_place(one.bytes) : 0;
}

/// Entries for the chunks that this rank is about to write, and for those that it keeps open. Of
/// chunks that were brought twice the last stays.
std::vector<ChunkEntry> ChunkPlaces::entries_of(std::vector<CodedChunk>& coded) const {
    std::set<std::pair<int, std::int64_t>> names;
    for (auto one = coded.rbegin(); one != coded.rend(); ++one)
        if (!names.emplace(one->variable, one->number).second) one->bytes = {};
    std::erase_if(coded, [](const CodedChunk& one) { return one.bytes.empty(); });
    std::vector<ChunkEntry> entries;
    for (CodedChunk& one : coded) {
        writer_of(one.variable).choose_place(one);
        entries.push_back({.variable = one.variable,
                           .rank = rank_,
                           .number = one.number,
                           .address = one.address,
                           .bytes = std::ssize(one.bytes),
                           .room = one.room,
                           .put = one.put,
                           .checksum = checksum_to_keep(one)});
    }
    for (const ChunkWriter* const writer : writers_)
        if (writer != nullptr) writer->add_kept(entries);
    return entries;
}

/// Each list ends with where its ranks take the file to end: after a call that one of them had to
/// leave they may differ, and no place may be given twice.
std::vector<ChunkEntry> ChunkPlaces::joined(std::vector<std::vector<ChunkEntry>> lists) {
    std::vector<ChunkEntry> all;
    for (std::vector<ChunkEntry>& one : lists) {
        growth_.end = std::max(growth_.end, one.back().address);
        one.pop_back();
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

/// Collective. Enters in the index what all ranks have, with its places. Returns whether any rank
/// writes.
bool ChunkPlaces::meet(mpi::CommView comm, std::vector<ChunkEntry> mine) {
    const mpi::NodeComms& nodes = nodes_();
    // Ranks in different calls would not notice it among those of their nodes.
    if (nodes.has_several_nodes()) comm.meet();
    index_.begin_turn();
    mine.push_back({.address = growth_.end});
    std::vector<ChunkEntry> all = joined(mpi::gather_all(nodes.node(), std::move(mine)));
    if (nodes.has_several_nodes() && nodes.speaks()) {
        all.push_back({.address = growth_.end});
        all = joined(mpi::gather_all(nodes.speakers(), std::move(all)));
    }
    if (nodes.speaks() || !nodes.has_several_nodes()) give_places(all, growth_.end);
    std::array<std::int64_t, 3> told = {growth_.end, std::ssize(all),
                                        !std::ranges::all_of(all, &ChunkEntry::is_kept)};
    if (nodes.has_several_nodes())
        nodes.node().broadcast(std::as_writable_bytes(std::span(told)), 0);
    growth_.end = told[0];
    enter(std::move(all), told[1]);
    return told[2] != 0;
}

/// Collective over the ranks of a node. `count`: of all entries, which the rank has that speaks for
/// the node.
void ChunkPlaces::enter(std::vector<ChunkEntry> all, std::int64_t count) {
    const mpi::NodeComms& nodes = nodes_();
    if (count == 0) return;
    index_.reserve(nodes.node(), count);
    if (nodes.has_several_nodes() && !index_.is_shared()) {
        all.resize(static_cast<std::size_t>(count));
        nodes.node().broadcast(std::as_writable_bytes(std::span(all)), 0);
    }
    if (nodes.speaks() || !index_.is_shared())
        for (const ChunkEntry& one : all) index_.enter(one, writer_of(one.variable).chunk_bytes());
    if (index_.is_shared()) nodes.node().barrier();
    if (kept_.is_on() && rank_ == 0) news_ = std::move(all);
}

/// What a higher rank writes is left to it.
void ChunkPlaces::take_places(std::vector<CodedChunk>& coded) const {
    std::erase_if(coded, [&](CodedChunk& one) {
        const ChunkSlot& its = *index_.find(one.variable, one.number);
        one.address = its.address;
        return its.rank != rank_ || its.is_open != 0;
    });
}

/// Chunks that lie one behind the other in memory and in the file are written together.
Status ChunkPlaces::write(std::vector<CodedChunk>& coded) const {
    std::ranges::sort(coded, {}, &CodedChunk::address);
    for (std::size_t i = 0; i < coded.size();) {
        const CodedChunk& first = coded[i];
        std::size_t bytes = first.bytes.size();
        std::size_t next = i + 1;
        for (; next < coded.size() && coded[next].bytes.data() == first.bytes.data() + bytes &&
               coded[next].address == first.address + static_cast<std::int64_t>(bytes);
             ++next)
            bytes += coded[next].bytes.size();
        const Status written =
            file_.bytes().write_at(first.address, std::span(first.bytes.data(), bytes));
        if (!written.ok()) return writer_of(first.variable).failure(written, first.number);
        i = next;
    }
    return {};
}

/// Collective. Returns whether this rank has, of which `have_i` is its own word, and takes back
/// what others have not written.
bool ChunkPlaces::all_have_written(mpi::CommView comm, bool have_i) {
    const std::byte mine{have_i};
    const std::vector<std::byte> have =
        comm.size() == 1 ? std::vector{mine} : comm.all_gather({&mine, 1});
    if (std::ranges::find(have, std::byte{0}) == have.end()) return true;
    const mpi::NodeComms& nodes = nodes_();
    if (nodes.speaks() || !index_.is_shared()) index_.take_back(have);
    if (index_.is_shared()) nodes.node().barrier();
    return have_i;
}

/// Collective. The put before which chunks wait no longer, on any rank.
std::uint32_t ChunkPlaces::end_of_waiting(mpi::CommView comm, Waiting waiting) const {
    const bool are_all = waiting == Waiting::all || !coded_.empty();
    std::array<std::int64_t, 2> least = {behind_.done_before(), are_all ? 0 : 1};
    if (comm.size() > 1) comm.all_reduce_min(least);
    return least[1] == 0 ? put() + 1 : static_cast<std::uint32_t>(least[0]);
}

Status ChunkPlaces::store(mpi::CommView comm, Waiting waiting) {
    Status stored = mpi::local([&] { return code_later(); });
    const std::uint32_t before = behind_.is_on() ? end_of_waiting(comm, waiting) : 0;
    std::vector<ChunksBehind::Behind> waited;
    stored.keep_first(mpi::local([&] { return bring_waiting(before, waited); }));
    CodedChunks all = std::exchange(coded_, CodedChunks(file_.spare_blocks()));
    std::vector<CodedChunk>& coded = all.chunks();
    const bool writes = meet(comm, entries_of(coded));
    if (writes) {
        take_places(coded);
        Status written = mpi::local([&] { return write(coded); });
        growth_.is_unbooked = has_news_ = true;
        if (all_have_written(comm, written.ok())) {
            for (const CodedChunk& one : coded) writer_of(one.variable).count(one);
            end_waiting(waited);
        }
        stored.keep_first(std::move(written));
    }
    keep_places();
    end_turn(before);
    if (comm.size() == 1) keep_alone();
    expected_lengths_.clear();
    return stored;
}

/// A rank that has no others may be in a call of its own, behind which nobody asks what is kept.
void ChunkPlaces::keep_alone() {
    if (!kept_.is_on()) return;
    has_unkept_ = !kept_.keep_lengths(expected_lengths_) || has_unkept_;
    if (!has_unkept_) kept_.confirm();
}

/// On rank 0, where the books in the file do not know them yet.
void ChunkPlaces::keep_places() {
    if (news_.empty()) return;
    const Status kept = mpi::local([&] {
        std::vector<KeptPlace> places;
        for (const ChunkEntry& one : std::exchange(news_, {})) {
            const ChunkSlot* const its = index_.find_stored(one.variable, one.number);
            const bool was_written = !one.is_kept() && its != nullptr && its->rank == one.rank &&
                                     its->address == one.address &&
                                     index_.has_changed(one.variable, one.number);
            if (was_written && !writer_of(one.variable).may_wait())
                has_unkept_ = true;
            else if (was_written)
                places.push_back({.variable = one.variable,
                                  .put = one.put,
                                  .number = one.number,
                                  .address = its->address,
                                  .bytes = its->bytes,
                                  .room = its->room,
                                  .filter_mask = its->filter_mask,
                                  .checksum = one.checksum});
        }
        has_unkept_ = has_unkept_ || (!places.empty() && !kept_.keep(places));
        return Status();
    });
    has_unkept_ = has_unkept_ || !kept.ok();
}

/// Whether this rank has the chunk in its memory, where a kill would lose it.
bool ChunkPlaces::waits(const ChunkIndex::Name& name) const {
    return behind_.contains(name) || writer_of(name.variable).has_in_memory(name.number);
}

/// The file has chunks that waited.
void ChunkPlaces::end_waiting(std::span<const ChunksBehind::Behind> chunks) {
    for (const ChunksBehind::Behind& one : chunks) {
        if (!one.coded.empty()) writer_of(one.name.variable).counts().compressed_behind += 1;
        behind_.drop(one.name);
    }
}

/// The index has what the ranks have stored.
void ChunkPlaces::end_turn(std::uint32_t before) {
    for (ChunkWriter* const writer : writers_)
        if (writer != nullptr) writer->end_turn();
    behind_.drop_old(before, [&](const ChunkIndex::Name& name) {
        return index_.has_changed(name.variable, name.number);
    });
    behind_.end_put();
    kept_.end_turn([&](const ChunkIndex::Name& name) { return waits(name); });
    file_.cache().forget_if(
        [&](const ChunkCache::Key& key) { return index_.has_changed(key.variable, key.number); });
}

}  // namespace weft::hdf5
