// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <new>
#include <utility>

#include "hdf5/beyond.hpp"
#include "hdf5/chunk_changes.hpp"
#include "mpi/gather_all.hpp"
#include "mpi/together.hpp"

namespace weft::hdf5 {
namespace {

/// Passes on the number and the bytes of each chunk.
template <class Parts, class Use>
void for_each_chunk(const Parts& parts, std::int64_t chunk_bytes, Use&& use) {
    const auto unit = static_cast<std::size_t>(chunk_bytes);
    for (const auto& part : parts) {
        std::int64_t number = part.units.begin / chunk_bytes;
        for (std::size_t at = 0; at + unit <= part.bytes.size(); at += unit)
            use(number++, part.bytes.subspan(at, unit));
    }
}

/// The most bytes that a rank compresses before it writes them.
constexpr std::int64_t usual_turn = 32 << 20;

/// HDF5's limit, also of a chunk that is not compressed.
constexpr std::int64_t longest_stored = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Status ChunkWriter::prepare() {
    if (coder_ != nullptr || described().storage.form.filters.empty()) return {};
    auto coder =
        make_coder(described().storage.form.filters, grid().element_bytes(), grid().chunk_bytes());
    if (!coder.ok())
        return {coder.code(),
                fmt::format("variable '{}': {}", described().name, coder.status().context())};
    coder_ = std::move(coder).value();
    return {};
}

Status ChunkWriter::check_storing() {
    const Status ready = prepare();
    if (!ready.ok() || coder_ == nullptr) return ready;
    Text why;
    const Status able = why.status(coder_->can_encode(why));
    if (able.ok()) return able;
    return {able.code(), fmt::format("variable '{}': {}", described().name, able.context())};
}

Status ChunkWriter::find(std::span<Wanted> wanted) {
    for (Wanted& one : wanted)
        if (const ChunkSlot* its = index().find_stored(number(), one.number))
            one.stored = its->stored();
    return prepare();
}

Status ChunkWriter::decode_stored(const Wanted& one, std::span<const std::byte> stored, Text& why) {
    return why.status(coder_->decode(one.stored.filter_mask, stored, one.chunk, why));
}

Result<std::int64_t> ChunkWriter::code(std::int64_t number, std::span<const std::byte> chunk,
                                       std::span<std::byte> room) const {
    if (coder_ == nullptr) {
        copy_bytes(chunk, room);
        return std::ssize(chunk);
    }
    std::int64_t bytes = 0;
    const CodecTime time(counts());
    Text why;
    const Status done = why.status(coder_->encode(chunk, room, bytes, why));
    if (!done.ok()) return failure(done, number);
    if (bytes > longest_stored)
        return failure({Code::evarsize, "it has more than 2^32 - 1 bytes when it is compressed"},
                       number);
    return bytes;
}

std::int64_t ChunkWriter::encoded_limit() const {
    return coder_ == nullptr ? grid().chunk_bytes() : coder_->encoded_limit();
}

Status ChunkWriter::no_memory() const {
    return {Code::enomem, fmt::format("variable '{}': no memory for chunks of {} bytes",
                                      described().name, grid().chunk_bytes())};
}

Status ChunkWriter::store(std::span<const engine::UnitsToStore> parts) {
    const Status ready = prepare();
    if (!ready.ok()) return ready;
    try {
        return is_apart_ ? keep_apart(parts) : take(parts);
    } catch (const std::bad_alloc&) {
        return no_memory();
    }
}

std::int64_t ChunkWriter::turn_bytes() const {
    return std::max(usual_turn, window_bytes());
}

/// Chunks that the put has changed in part stay open, for the next put.
Status ChunkWriter::take(std::span<const engine::UnitsToStore> parts) {
    std::vector<ChunkPlaces::Brought> chunks;
    for_each_chunk(parts, grid().chunk_bytes(), [&](std::int64_t number, auto chunk) {
        const ChunkPlaces::Brought whole{this, number, chunk, places_.put()};
        const ChunkIndex::Name name{this->number(), number};
        if (changes_.contains(number)) {
            const bool stays = may_wait_ && places_.keep_open(name, open_.bytes_of(number), chunk);
            open_.take(number, chunk);
            if (stays) {
                places_.drop_behind(name);
            } else {  // it is dropped when it is in the file
                changes_.erase(number);
                chunks.push_back(whole);
            }
        } else if (!places_.put_behind(whole)) {
            chunks.push_back(whole);
        }
    });
    return places_.bring(chunks);
}

/// One that does not wait for the thread: no put has told the ranks of it.
Status ChunkWriter::bring_now(std::int64_t number, std::span<const std::byte> chunk) {
    const Status ready = prepare();
    if (!ready.ok()) return ready;
    const ChunkPlaces::Brought one{this, number, chunk, places_.put()};
    try {
        return places_.bring(std::span(&one, 1));
    } catch (const std::bad_alloc&) {
        return no_memory();
    }
}

Status ChunkWriter::keep_apart(std::span<const engine::UnitsToStore> parts) {
    for_each_chunk(parts, grid().chunk_bytes(), [&](std::int64_t number, auto chunk) {
        apart_.take(number, chunk);
        places_.keep_apart({this->number(), number}, apart_.base_of(number), chunk);
    });
    return {};
}

/// In a chunk that the put sets as a whole, values beyond the end of the array get the fill value.
Status ChunkWriter::load(std::span<const engine::UnitsToLoad> parts, std::int64_t call_bytes,
                         const engine::UnitReady& ready) {
    try {
        std::vector<engine::UnitsToLoad> rest;
        for (const engine::UnitsToLoad& part : parts) {
            if (part.set_bytes > 0 && part.set_bytes == grid().bytes_within(number_of(part)))
                set_fill(part.bytes);
            else
                rest.push_back(part);
        }
        const Status owned = check_owner(rest);
        if (!owned.ok()) return owned;
        const Status loaded = ChunkReader::load(rest, call_bytes, ready);
        if (loaded.ok()) note_changes(rest);
        return loaded;
    } catch (const std::bad_alloc&) {
        return no_memory();
    }
}

/// The engine has a unit loaded by its owner; to notice the contrary is better than old values.
Status ChunkWriter::check_owner(std::span<const engine::UnitsToLoad> parts) const {
    Status status;
    for_each_chunk(parts, grid().chunk_bytes(), [&](std::int64_t number, auto /*chunk*/) {
        const ChunkSlot* const its = index().find(this->number(), number);
        if (its != nullptr && its->is_open != 0 && its->rank != places_.rank())
            status.keep_first(
                failure({Code::eread, fmt::format("rank {} has it open", its->rank)}, number));
    });
    return status;
}

void ChunkWriter::note_changes(std::span<const engine::UnitsToLoad> parts) {
    for (const engine::UnitsToLoad& part : parts) {
        if (part.set_bytes == 0) continue;
        if (is_apart_)
            apart_.note_base(number_of(part), part.bytes);
        else
            changes_.insert(number_of(part));
    }
}

Status ChunkWriter::refill(std::int64_t record, std::span<const std::byte> value,
                           std::span<const std::int64_t> lengths, mpi::CommView comm) {
    std::vector<std::byte> missing(value.size());
    set_fill(missing);
    const bool stores_all = !std::ranges::equal(value, missing);
    if (!stores_all && index().is_empty()) return {};
    const std::int64_t records = grid().chunk().front();
    const auto in_chunk = static_cast<std::size_t>(record % records);
    const auto bytes = static_cast<std::size_t>(grid().chunk_bytes() / records);
    PooledBytes chunk(static_cast<std::size_t>(grid().chunk_bytes()));
    for (const std::int64_t number : grid().numbers_in_row(record / records, lengths)) {
        if (number % comm.size() != comm.rank()) continue;
        if (!stores_all && index().find_stored(this->number(), number) == nullptr) continue;
        const std::int64_t begin = number * grid().chunk_bytes();
        const region::Interval unit{begin, begin + grid().chunk_bytes()};
        const engine::UnitsToLoad wanted{unit, chunk};
        Status status = load(std::span(&wanted, 1), std::ssize(chunk), {});
        if (!status.ok()) return status;
        std::vector<std::int64_t> within = grid().lengths_within(number, lengths);
        within.front() = 1;
        std::vector<std::int64_t> slab = grid().chunk();
        slab.front() = 1;
        repeat_within(within, slab, value, std::span(chunk).subspan(in_chunk * bytes, bytes));
        status = bring_now(number, chunk);
        if (!status.ok()) return status;
    }
    return {};
}

Status ChunkWriter::restore(std::int64_t number, const KeptState::Chunk& kept,
                            const DataOf& data_of) {
    PooledBytes chunk(static_cast<std::size_t>(grid().chunk_bytes()));
    const std::int64_t begin = number * grid().chunk_bytes();
    if (kept.whole) {
        const Result<std::vector<std::byte>> values = data_of(*kept.whole);
        if (!values.ok()) return values.status();
        if (values.value().size() != chunk.size())
            return failure({Code::efile, "what a program has put has another length"}, number);
        copy_bytes(values.value(), chunk);
    } else {
        const engine::UnitsToLoad wanted{{begin, begin + grid().chunk_bytes()}, chunk};
        const Status loaded = load(std::span(&wanted, 1), std::ssize(chunk), {});
        if (!loaded.ok()) return loaded;
    }
    for (const KeptState::Source source : kept.changes) {
        const Result<std::vector<std::byte>> changes = data_of(source);
        if (!changes.ok()) return changes.status();
        const auto applied = apply_changes(changes.value(), chunk);
        if (!applied.ok()) return failure(applied.status(), number);
    }
    return bring_now(number, chunk);
}

bool ChunkWriter::begin_apart() {
    is_apart_ = true;
    return true;
}

void ChunkWriter::end_apart() {
    is_apart_ = false;
    apart_.forget_bases();
    places_.expect_no_lengths();
}

/// The lowest rank that has changed a chunk gets the changes of the others, and stores it. If it
/// cannot, it keeps the chunk for the next time.
Status ChunkWriter::gather(mpi::CommView comm) {
    const auto numbers = mpi::gather_all(comm, apart_.numbers());
    std::map<std::int64_t, std::vector<int>> holders;
    for (std::size_t rank = 0; rank < numbers.size(); ++rank)
        for (const std::int64_t number : numbers[rank])
            holders[number].push_back(static_cast<int>(rank));
    std::vector<std::byte> changes;
    for (const std::int64_t number : apart_.numbers())
        if (holders[number].front() != comm.rank()) apart_.append_changes(number, changes);
    Status stored;
    if (std::ranges::any_of(holders, [](const auto& one) { return one.second.size() > 1; }))
        for (const std::vector<std::byte>& rank : mpi::gather_all(comm, std::move(changes)))
            stored.keep_first(apart_.apply(rank));
    for (const std::int64_t number : apart_.numbers()) {
        if (holders[number].front() != comm.rank()) {
            apart_.drop(number);
            continue;
        }
        if (may_wait_) places_.keep_merged({this->number(), number}, apart_.bytes(number));
        stored.keep_first(bring_now(number, apart_.bytes(number)));
    }
    stored.keep_first(places_.store(comm));
    if (stored.ok()) apart_.clear();
    return stored;
}

void ChunkWriter::choose_place(CodedChunk& one) const {
    const ChunkSlot* const known = index().find_stored(number(), one.number);
    const auto bytes = std::ssize(one.bytes);
    one.room = bytes;
    if (known == nullptr) return;
    one.old_address = known->address;
    one.old_room = known->room;
    const bool is_booked = known->address < places_.growth().booked_end;
    if (known->room < bytes || (is_booked && coder_ != nullptr)) return;
    // bring() has tried to keep its values.
    if (places_.may_tear({number(), one.number})) return;
    one.address = known->address;
    one.room = known->room;
}

void ChunkWriter::add_kept(std::vector<ChunkEntry>& entries) const {
    for (const std::int64_t one : changes_)
        if (open_.contains(one))
            entries.push_back({.variable = number(),
                               .rank = places_.rank(),
                               .number = one,
                               .address = ChunkEntry::stays_open,
                               .put = places_.put()});
}

void ChunkWriter::count(const CodedChunk& one) const {
    counts().written += 1;
    counts().stored_bytes += std::ssize(one.bytes);
    if (one.old_address == 0) return;
    counts().rewritten += 1;
    if (one.old_address != one.address) counts().lost_bytes += one.old_room;
}

/// Drops what others have written, or what is in the file now.
void ChunkWriter::end_turn() {
    for (const std::int64_t one : open_.numbers()) {
        const ChunkSlot* const its = index().find(number(), one);
        const bool is_mine = its != nullptr && its->is_open != 0 && its->rank == places_.rank();
        if (!is_mine) open_.drop(one);
    }
    for (const std::int64_t one : apart_.numbers())
        if (index().has_changed(number(), one)) apart_.drop(one);
    changes_.clear();
}

// Open chunks.

Status ChunkWriter::code_open(std::int64_t keep_bytes) {
    try {
        std::vector<ChunkPlaces::Brought> chunks;
        for (const std::int64_t number : open_.beyond(keep_bytes))
            chunks.push_back({this, number, open_.bytes_of(number), places_.put()});
        const Status ready = prepare();
        return ready.ok() ? places_.bring(chunks) : ready;
    } catch (const std::bad_alloc&) {
        return no_memory();
    }
}

}  // namespace weft::hdf5
