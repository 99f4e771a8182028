// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/file_books.hpp"

#include <algorithm>
#include <utility>

namespace weft::hdf5 {
namespace {

/// Longer books are made anew each time, to save memory.
constexpr std::int64_t longest_kept = 32 << 20;
/// What is said of a longer dimension without a variable takes more room.
constexpr std::int64_t longest_to_grow = 9'999'999'999;

/// Chunks in the form that the library takes, of all variables.
class Booked {
public:
    Booked(const std::vector<std::vector<ChunkIndex::Numbered>>& lists,
           const std::function<const chunks::Grid*(std::size_t)>& grid_of)
        : places_(lists.size()), stored_(lists.size()) {
        for (std::size_t id = 0; id < lists.size(); ++id) {
            if (!lists[id].empty()) add(id, lists[id], *grid_of(id));
            chunks_.push_back({places_[id], stored_[id]});
        }
    }
    [[nodiscard]] std::span<const BookedChunks> chunks() const { return chunks_; }

private:
    void add(std::size_t id, const std::vector<ChunkIndex::Numbered>& list,
             const chunks::Grid& grid) {
        places_[id].resize(list.size() * grid.rank());
        for (std::size_t i = 0; i < list.size(); ++i) {
            grid.place_of(list[i].number,
                          std::span(places_[id]).subspan(i * grid.rank(), grid.rank()));
            stored_[id].push_back(list[i].stored);
        }
    }

    std::vector<std::vector<std::int64_t>> places_;
    std::vector<std::vector<StoredChunk>> stored_;
    std::vector<BookedChunks> chunks_;
};

}  // namespace

/// Books cannot forget a chunk, or find another place for it. Without memory for news there are no
/// copies that could miss them.
void FileBooks::hear_news(ChunkIndex& index) {
    const ChunkIndex::News news = index.take_news();
    std::array<std::optional<Copy>, 2> heard = std::exchange(copies_, {});
    for (std::optional<Copy>& copy : heard) {
        if (!news.are_all_new)
            copy.reset();
        else if (copy)
            copy->news.insert(copy->news.end(), news.chunks.begin(), news.chunks.end());
    }
    copies_ = std::move(heard);
}

bool FileBooks::can_grow(const std::optional<Copy>& copy, const Wanted& wanted,
                         std::int64_t end) const {
    if (!copy || !std::ranges::equal(copy->definition, wanted.definition)) return false;
    // libhdf5 states another end only if it has asked for a place.
    if (copy->news.empty() && copy->end != end) return false;
    for (std::size_t i = 0; i < wanted.lengths.size(); ++i)
        if (wanted.lengths[i] < copy->lengths[i] || wanted.lengths[i] > longest_to_grow)
            return false;
    return true;
}

Status FileBooks::grow(Copy& copy, const Wanted& wanted, std::int64_t end) const {
    Lists lists(wanted.variables);
    std::ranges::sort(copy.news);
    for (const ChunkIndex::Name& one : copy.news) {
        const ChunkSlot& its = *wanted.index.find_stored(one.variable, one.number);
        lists[static_cast<std::size_t>(one.variable)].push_back({one.number, its.stored()});
    }
    copy.news.clear();
    copy.lengths.assign(wanted.lengths.begin(), wanted.lengths.end());
    copy.end = end;
    return copy.books.grow(wanted.lengths, Booked(lists, wanted.grid_of).chunks(), end);
}

Result<FileBooks::Copy> FileBooks::make(const Wanted& wanted, std::int64_t end) const {
    const Lists lists = wanted.index.listed(wanted.variables);
    const Booked booked(lists, wanted.grid_of);
    Result<GrowingBooks> books = GrowingBooks::make({.description = wanted.description,
                                                     .chunks = booked.chunks(),
                                                     .begin = place_.next().begin,
                                                     .end = end});
    if (!books.ok()) return books.status();
    return Copy{.books = std::move(books).value(),
                .definition = {wanted.definition.begin(), wanted.definition.end()},
                .lengths = {wanted.lengths.begin(), wanted.lengths.end()},
                .end = end};
}

/// New books for the place that is free for them, or for a new place if they do not fit.
Result<FileBooks::Copy> FileBooks::next(const Wanted& wanted, std::int64_t& end) {
    const std::int64_t file_end = std::max(end, place_.end());
    // Whatever happens to it from here on, nobody uses it again unless it is put back.
    std::optional<Copy> known = std::exchange(copies_[place_.next_number()], std::nullopt);
    const bool grows = can_grow(known, wanted, file_end);
    if (grows) {
        const Status grown = grow(*known, wanted, file_end);
        if (!grown.ok()) return grown;
    }
    Result<Copy> copy = grows ? Result<Copy>(std::move(*known)) : make(wanted, file_end);
    if (!copy.ok() || copy.value().books.bytes() <= place_.next().room) return copy;
    end = place_.move_next(file_end, copy.value().books.bytes());
    return make(wanted, end);
}

Status FileBooks::write(storage::File& file, Copy& copy, const Wanted& wanted, std::int64_t end) {
    const auto superblock = copy.books.superblock();
    const auto changes = copy.books.take_changes();
    if (!superblock.ok()) return superblock.status();
    if (!changes.ok()) return changes.status();
    // After a power failure the file may still name the place that is written now.
    Status status;
    if (wanted.is_certain && !is_turn_certain_) status = file.sync();
    if (!status.ok()) return status;
    is_turn_certain_ = is_turn_certain_ || wanted.is_certain;
    // The books say how long the file is, and readers look.
    const Result<std::int64_t> bytes = file.size();
    status = bytes.status();
    if (status.ok() && bytes.value() < end) status = file.resize(end);
    const std::int64_t begin = place_.next().begin;
    if (status.ok()) status = file.write_at(begin - BooksPlace::record_bytes, place_.record());
    for (const GrowingBooks::Part& one : changes.value()) {
        if (status.ok()) status = file.write_at(begin + one.offset, one.bytes);
        bytes_written_ += std::ssize(one.bytes);
    }
    if (status.ok() && wanted.is_certain) status = file.sync();
    is_turn_certain_ = false;
    if (status.ok()) status = file.write_at(0, superblock.value());
    bytes_written_ += std::ssize(superblock.value());
    return status;
}

Status FileBooks::replace(storage::File& file, const Wanted& wanted, std::int64_t& end) {
    bytes_written_ = 0;
    hear_news(wanted.index);
    Result<Copy> copy = next(wanted, end);
    if (!copy.ok()) return copy.status();
    bytes_ = copy.value().books.bytes();
    Status written = write(file, copy.value(), wanted, std::max(end, place_.end()));
    if (!written.ok()) return written;
    if (wanted.may_grow && bytes_ <= longest_kept)
        copies_[place_.next_number()].emplace(std::move(copy).value());
    wanted.index.note_news(copies_[0] || copies_[1]);
    place_.turn();
    return {};
}

}  // namespace weft::hdf5
