// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_places.hpp"

#include <algorithm>
#include <utility>

#include "hdf5/chunk_writer.hpp"
#include "mpi/gather_all.hpp"
#include "mpi/together.hpp"

namespace weft::hdf5 {
namespace {

/// Collective if any rank writes: for each rank, whether it has written its chunks.
std::vector<std::byte> all_have_written(mpi::CommView comm, const EntriesOfRanks& ranks,
                                        bool have_i) {
    std::vector<std::byte> have(ranks.size(), std::byte{1});
    const bool nobody_writes = std::ranges::all_of(ranks, [](const auto& rank) {
        return std::ranges::none_of(rank, &ChunkEntry::is_written);
    });
    if (nobody_writes) return have;
    const std::byte mine{have_i};
    return comm.size() == 1 ? std::vector{mine} : comm.all_gather({&mine, 1});
}

}  // namespace

/// Collective. Returns what all ranks have, with its places. The ranks tell where they take the
/// file to end, too: after a call that one of them had to leave they may differ, and no place may
/// be given twice.
EntriesOfRanks ChunkPlaces::meet(mpi::CommView comm, std::vector<ChunkEntry> mine) {
    mine.push_back({.room = growth_.end});
    EntriesOfRanks ranks = mpi::gather_all(comm, std::move(mine));
    for (std::vector<ChunkEntry>& rank : ranks) {
        growth_.end = std::max(growth_.end, rank.back().room);
        rank.pop_back();
    }
    give_places(ranks, growth_.end);
    return ranks;
}

void ChunkPlaces::expect(ChunkWriter* writer, std::size_t variable) {
    writers_.resize(std::max(writers_.size(), variable + 1));
    writers_[variable] = writer;
}

Status ChunkPlaces::bring(std::span<const Brought> chunks) {
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
        chunks.push_back({one.writer, one.number, {one.memory.get(), one.bytes}});
    Status coded = code(chunks);
    for (Later& one : copies) file_.spare_chunks().give_back(std::move(one.memory), one.bytes);
    return coded;
}

Status ChunkPlaces::code(std::span<const Brought> chunks) {
    std::vector<CodedChunks::Name> names;
    std::int64_t limit = 0;
    std::int64_t bytes = 0;
    for (const Brought& one : chunks) {
        names.push_back({one.writer->number(), one.number});
        limit = std::max(limit, one.writer->encoded_limit());
        bytes += std::ssize(one.bytes);
    }
    return coded_.add(names, limit, file_.threads_for(chunks.size(), bytes),
                      [&](std::size_t i, std::span<std::byte> room) {
                          return chunks[i].writer->code(chunks[i].number, chunks[i].bytes, room);
                      });
}

/// Entries for the chunks that this rank is about to write, in the order of `coded`, and then for
/// those that it keeps open.
std::vector<ChunkEntry> ChunkPlaces::entries_of(std::vector<CodedChunk>& coded) const {
    std::vector<ChunkEntry> entries;
    for (CodedChunk& one : coded) {
        writer_of(one.variable).choose_place(one);
        entries.push_back({.variable = one.variable,
                           .number = one.number,
                           .address = one.address,
                           .bytes = std::ssize(one.bytes),
                           .room = one.room});
    }
    for (const ChunkWriter* const writer : writers_)
        if (writer != nullptr) writer->add_kept(entries);
    return entries;
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

Status ChunkPlaces::store(mpi::CommView comm) {
    Status stored = mpi::local([&] { return code_later(); });
    CodedChunks all = std::exchange(coded_, CodedChunks(file_.spare_blocks()));
    std::vector<CodedChunk>& coded = all.chunks();
    const EntriesOfRanks ranks = meet(comm, entries_of(coded));
    for (std::size_t i = 0; i < coded.size(); ++i)
        coded[i].address = ranks[static_cast<std::size_t>(comm.rank())][i].address;
    std::erase_if(coded, [](const CodedChunk& one) { return one.address < 0; });
    Status written = mpi::local([&] { return write(coded); });
    const std::vector<std::byte> have = all_have_written(comm, ranks, written.ok());
    ++growth_.meetings;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        for (const ChunkEntry& one : ranks[rank])
            if (!one.is_written() || have[rank] != std::byte{0})
                writer_of(one.variable).hear(one, static_cast<int>(rank), comm.rank());
    for (ChunkWriter* const writer : writers_)
        if (writer != nullptr) writer->end_turn();
    stored.keep_first(std::move(written));
    return stored;
}

}  // namespace weft::hdf5
