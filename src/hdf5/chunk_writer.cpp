// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <new>
#include <utility>

#include "hdf5/gather_all.hpp"
#include "storage/side_by_side.hpp"

namespace weft::hdf5 {
namespace {

/// Chunks that are neighbours in the file are written together, as far as this goes.
constexpr std::int64_t longest_write = 8 << 20;

/// What a rank tells the others of a chunk.
struct Entry {
    std::int64_t number = 0;
    std::int64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t room = 0;
};

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

Status ChunkWriter::find(std::span<Wanted> wanted) {
    for (Wanted& one : wanted)
        if (const IndexedChunk* its = index_.find(one.number)) one.stored = its->stored;
    return prepare();
}

Status ChunkWriter::decode_stored(const Wanted& one, std::span<const std::byte> stored, Text& why) {
    return why.status(coder_->decode(one.stored.filter_mask, stored, one.chunk, why));
}

Status ChunkWriter::code(std::span<const std::byte> chunk, Coded& coded) const {
    if (coder_ == nullptr) {
        coded.bytes.assign(chunk.begin(), chunk.end());
        return {};
    }
    const PooledBlock room = take_block(static_cast<std::size_t>(coder_->encoded_limit()));
    const std::span stored(room.get(), static_cast<std::size_t>(coder_->encoded_limit()));
    std::int64_t bytes = 0;
    Text why;
    const Status done = why.status(coder_->encode(chunk, stored, bytes, why));
    if (!done.ok()) return failure(done, coded.number);
    coded.bytes.assign(stored.begin(), stored.begin() + bytes);
    return {};
}

/// Each thread takes the next chunk until none is left.
Status ChunkWriter::code_all(std::span<const std::span<const std::byte>> chunks,
                             std::span<Coded> coded) const {
    std::atomic<std::size_t> next = 0;
    const auto work = [&]() -> Status {
        for (std::size_t i = next++; i < chunks.size(); i = next++) {
            const Status status = code(chunks[i], coded[i]);
            if (!status.ok()) return status;
        }
        return {};
    };
    const std::vector<std::function<Status()>> works(threads_for(chunks.size()), work);
    return storage::side_by_side(works);
}

Status ChunkWriter::store(std::span<const engine::UnitsToStore> parts) {
    Status ready = prepare();
    if (!ready.ok()) return ready;
    try {
        if (is_apart_) {
            keep_apart(parts);
            return {};
        }
        const auto unit = static_cast<std::size_t>(grid().chunk_bytes());
        std::vector<std::span<const std::byte>> chunks;
        std::vector<Coded> coded;
        for (const engine::UnitsToStore& part : parts) {
            const std::int64_t first = part.units.begin / grid().chunk_bytes();
            for (std::size_t i = 0; i < part.bytes.size() / unit; ++i) {
                coded.push_back({.number = first + static_cast<std::int64_t>(i)});
                chunks.push_back(part.bytes.subspan(i * unit, unit));
            }
        }
        const Status done = code_all(chunks, coded);
        if (!done.ok()) return done;
        coded_.insert(coded_.end(), std::move_iterator(coded.begin()),
                      std::move_iterator(coded.end()));
        return {};
    } catch (const std::bad_alloc&) {
        return {Code::enomem, fmt::format("variable '{}': no memory for chunks of {} bytes",
                                          described().name, grid().chunk_bytes())};
    }
}

void ChunkWriter::keep_apart(std::span<const engine::UnitsToStore> parts) {
    const auto unit = static_cast<std::size_t>(grid().chunk_bytes());
    for (const engine::UnitsToStore& part : parts) {
        const std::int64_t first = part.units.begin / grid().chunk_bytes();
        for (std::size_t i = 0; i < part.bytes.size() / unit; ++i)
            apart_.take(first + static_cast<std::int64_t>(i), part.bytes.subspan(i * unit, unit));
    }
}

Status ChunkWriter::load(std::span<const engine::UnitsToLoad> parts, std::int64_t call_bytes,
                         const engine::UnitReady& ready) {
    const Status loaded = ChunkReader::load(parts, call_bytes, ready);
    if (!loaded.ok() || !is_apart_) return loaded;
    try {
        const auto unit = static_cast<std::size_t>(grid().chunk_bytes());
        for (const engine::UnitsToLoad& part : parts) {
            const std::int64_t first = part.units.begin / grid().chunk_bytes();
            for (std::size_t i = 0; i < part.bytes.size() / unit; ++i)
                apart_.note_base(first + static_cast<std::int64_t>(i),
                                 part.bytes.subspan(i * unit, unit));
        }
        return {};
    } catch (const std::bad_alloc&) {
        return {Code::enomem, fmt::format("variable '{}': no memory for chunks of {} bytes",
                                          described().name, grid().chunk_bytes())};
    }
}

Status ChunkWriter::refill(std::int64_t record, mpi::CommView comm) {
    const std::int64_t records = grid().chunk().front();
    const std::int64_t in_row = grid().chunks_of_row();
    const std::int64_t first = record / records * in_row;
    const auto bytes = static_cast<std::size_t>(grid().chunk_bytes() / records);
    PooledBytes chunk(static_cast<std::size_t>(grid().chunk_bytes()));
    for (std::int64_t number = first; number < first + in_row; ++number) {
        if (number % comm.size() != comm.rank() || index_.find(number) == nullptr) continue;
        const std::int64_t begin = number * grid().chunk_bytes();
        const region::Interval unit{begin, begin + grid().chunk_bytes()};
        const engine::UnitsToLoad wanted{unit, chunk};
        Status status = load(std::span(&wanted, 1), std::ssize(chunk), {});
        if (!status.ok()) return status;
        set_fill(
            std::span(chunk).subspan(static_cast<std::size_t>(record % records) * bytes, bytes));
        const engine::UnitsToStore changed{unit, chunk};
        status = store(std::span(&changed, 1));
        if (!status.ok()) return status;
    }
    return {};
}

bool ChunkWriter::begin_apart() {
    is_apart_ = true;
    return true;
}

void ChunkWriter::end_apart() {
    is_apart_ = false;
    apart_.forget_bases();
}

/// The lowest rank that has changed a chunk gets the changes of the others, and stores it.
Status ChunkWriter::gather(mpi::CommView comm) {
    const auto numbers = gather_all(comm, apart_.numbers());
    std::map<std::int64_t, std::vector<int>> holders;
    for (std::size_t rank = 0; rank < numbers.size(); ++rank)
        for (const std::int64_t number : numbers[rank])
            holders[number].push_back(static_cast<int>(rank));
    std::vector<std::byte> changes;
    for (const std::int64_t number : apart_.numbers())
        if (holders[number].front() != comm.rank()) apart_.append_changes(number, changes);
    if (std::ranges::any_of(holders, [](const auto& one) { return one.second.size() > 1; }))
        for (const std::vector<std::byte>& rank : gather_all(comm, std::move(changes)))
            apart_.apply(rank);
    Status stored;
    for (const std::int64_t number : apart_.numbers()) {
        if (holders[number].front() != comm.rank()) continue;
        const std::int64_t begin = number * grid().chunk_bytes();
        const engine::UnitsToStore one{{begin, begin + grid().chunk_bytes()}, apart_.bytes(number)};
        stored.keep_first(store(std::span(&one, 1)));
    }
    apart_.clear();
    stored.keep_first(finish(comm));
    return stored;
}

/// A chunk stays where it was, if nobody reads it there, or nothing but its values changes.
void ChunkWriter::choose_places() {
    for (Coded& one : coded_) {
        const IndexedChunk* const known = index_.find(one.number);
        const auto bytes = std::ssize(one.bytes);
        one.room = bytes;
        if (known == nullptr || known->room < bytes) continue;
        if (known->is_booked && coder_ != nullptr) continue;
        one.address = known->stored.address;
        one.room = known->room;
    }
}

/// Collective.
void ChunkWriter::take_space(mpi::CommView comm) {
    std::int64_t mine = 0;
    for (const Coded& one : coded_)
        if (one.address < 0) mine += one.room;
    std::int64_t at = growth_.end;
    const auto all = gather_all(comm, std::vector{mine});
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        if (std::cmp_less(rank, comm.rank())) at += all[rank].front();
        growth_.end += all[rank].front();
    }
    for (Coded& one : coded_) {
        if (one.address >= 0) continue;
        one.address = at;
        at += one.room;
    }
}

Status ChunkWriter::write() {
    std::ranges::sort(coded_, {}, &Coded::address);
    PooledBytes run;
    for (std::size_t i = 0; i < coded_.size();) {
        const std::int64_t begin = coded_[i].address;
        std::size_t next = i + 1;
        std::int64_t end = begin + std::ssize(coded_[i].bytes);
        for (; next < coded_.size() && coded_[next].address == end && end - begin < longest_write;
             ++next)
            end += std::ssize(coded_[next].bytes);
        std::span<const std::byte> bytes = coded_[i].bytes;
        if (next > i + 1) {
            run.clear();
            for (std::size_t k = i; k < next; ++k)
                run.insert(run.end(), coded_[k].bytes.begin(), coded_[k].bytes.end());
            bytes = run;
        }
        const Status written = file().bytes().write_at(begin, bytes);
        if (!written.ok()) return failure(written, coded_[i].number);
        i = next;
    }
    return {};
}

/// Collective. What a rank could not write, nobody hears of.
void ChunkWriter::tell(mpi::CommView comm, bool is_written) {
    std::vector<Entry> mine;
    if (is_written)
        for (const Coded& one : coded_)
            mine.push_back({one.number, one.address, std::ssize(one.bytes), one.room});
    for (const std::vector<Entry>& rank : gather_all(comm, std::move(mine))) {
        for (const Entry& one : rank) {
            index_.enter(one.number, {.stored = {.address = one.address, .bytes = one.bytes},
                                      .room = one.room});
            forget(one.number);
            growth_.is_unbooked = true;
        }
    }
}

Status ChunkWriter::finish(mpi::CommView comm) {
    choose_places();
    take_space(comm);
    const Status written = write();
    tell(comm, written.ok());
    coded_.clear();
    return written;
}

}  // namespace weft::hdf5
