// SPDX-License-Identifier: BSD-3-Clause
#include "journal/insertion.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "journal/moving_window.hpp"

namespace weft::journal {
namespace {

using End = InsertionOutcome::End;
using storage::Extent;

/// The insertion for a change; empty if the file system's blocks do not allow it, or if there is
/// nothing to move.
std::optional<Insertion> insertion_for(const Change& change, std::int64_t block) {
    if (change.moves.empty() || block <= 0 || journal_alignment % block != 0) return std::nullopt;
    Insertion insertion{.old_file_bytes = change.old_file_bytes,
                        .first_moved = change.moves.front().from,
                        .distance = change.moves.front().to - change.moves.front().from};
    std::int64_t last_moved = 0;
    for (const layout::Move& move : change.moves) {
        const bool is_same = move.to - move.from == insertion.distance &&
                             (move.count == 1 || move.to_pitch == move.from_pitch);
        if (!is_same) return std::nullopt;
        insertion.first_moved = std::min(insertion.first_moved, move.from);
        last_moved = std::max(last_moved, move.from_end());
    }
    insertion.place = insertion.first_moved - insertion.first_moved % block;
    // Everything behind the first byte that moves must move; but records may stay.
    constexpr std::int64_t padding = 3;
    const bool all_move = change.old_file_bytes - last_moved <= padding;
    insertion.head_end = std::min(std::ssize(change.header), insertion.place);
    const bool possible = all_move && insertion.distance > 0 && insertion.distance % block == 0 &&
                          insertion.first_moved < change.old_file_bytes &&
                          std::ssize(change.header) <= insertion.first_moved + insertion.distance &&
                          insertion.copy_bytes() <= longest_insertion_copy;
    return possible ? std::optional(insertion) : std::nullopt;
}

/// Reads the bytes that the copy contains.
Status read_copied(const Insertion& insertion, storage::File& file, std::span<std::byte> copy) {
    const auto head = static_cast<std::size_t>(insertion.head_end);
    Status status;
    if (head > 0) status = read_all(file, 0, copy.first(head));
    if (status.ok() && insertion.edge_bytes() > 0)
        status = read_all(file, insertion.place, copy.subspan(head));
    return status;
}

/// Writes them back to their old places.
Status write_copied(const Insertion& insertion, storage::File& file,
                    std::span<const std::byte> copy) {
    const auto head = static_cast<std::size_t>(insertion.head_end);
    Status status;
    if (head > 0) status = file.write_at(0, copy.first(head));
    if (status.ok() && insertion.edge_bytes() > 0)
        status = file.write_at(insertion.place, copy.subspan(head));
    return status;
}

/// Writes the edge, zeros behind it in place of the bytes that moved along, and the header.
Status write_new(const Insertion& insertion, const Change& change, storage::File& file,
                 std::span<const std::byte> edge) {
    Status status;
    if (!edge.empty()) {
        status = file.write_at(insertion.place, edge);
        // Allocates nothing here, in the middle of the change.
        static constexpr std::array<std::byte, journal_alignment> zeros{};
        if (status.ok()) {
            status = file.write_at(insertion.place + insertion.distance,
                                   std::span(zeros).first(edge.size()));
        }
    }
    return status.ok() ? file.write_at(0, change.header) : status;
}

/// One insertion, with the steps of insertion.hpp.
class InsertionInProgress {
public:
    InsertionInProgress(const Insertion& insertion, const Change& change, storage::File& file)
        : insertion_(insertion), change_(change), file_(file) {}

    Status write_journal() {
        const auto bytes = static_cast<std::size_t>(insertion_.copy_bytes());
        journal_.assign(static_cast<std::size_t>(insertion_.end() - insertion_.copy_begin()), {});
        const auto copy = std::span(journal_).first(bytes);
        Status status = read_copied(insertion_, file_, copy);
        if (!status.ok()) return status;
        insertion_.checksum = checksum_of(copy);
        std::ranges::copy(encode_trailer(insertion_), journal_.end() - journal_trailer_bytes);
        status = file_.write_at(insertion_.copy_begin(), journal_);
        return status.ok() ? file_.sync() : status;
    }

    InsertionOutcome insert_room() {
        const Status status = file_.insert_room(insertion_.place, insertion_.distance);
        if (status.ok()) return {.end = End::done, .status = {}};
        const Result<std::int64_t> size = file_.size();
        if (!size.ok() || size.value() != insertion_.end())
            return {.end = End::interrupted, .status = status};
        return give_up(status);
    }

    /// Ends an insertion that has moved nothing: without its journal the file is the old one. This
    /// is not made durable: if the journal reappears after a power failure, it changes no synced
    /// data.
    InsertionOutcome give_up(const Status& status) {
        const bool is_old = file_.resize(insertion_.old_file_bytes).ok();
        const bool otherwise = status.code() == Code::enotsupport;
        if (!is_old) return {.end = End::interrupted, .status = status};
        return {.end = otherwise ? End::untouched : End::not_begun, .status = status};
    }

    InsertionOutcome finish() {
        const auto edge = std::span<const std::byte>(journal_).subspan(
            static_cast<std::size_t>(insertion_.head_end),
            static_cast<std::size_t>(insertion_.edge_bytes()));
        Status status = write_new(insertion_, change_, file_, edge);
        if (status.ok()) status = file_.sync();
        if (status.ok()) status = cut();
        if (status.ok()) status = file_.sync();
        return {.end = status.ok() ? End::done : End::interrupted, .status = status};
    }

private:
    /// Sets the new size, which removes the journal.
    Status cut() {
        const std::int64_t moved = insertion_.old_file_bytes + insertion_.distance;
        Status status = file_.resize(std::min(moved, change_.new_file_bytes));
        if (status.ok() && moved < change_.new_file_bytes)
            status = file_.resize(change_.new_file_bytes);
        return status;
    }

    Insertion insertion_;
    const Change& change_;
    storage::File& file_;
    std::vector<std::byte> journal_;
};

/// The place of the hole that an insertion has made or was about to make; it may have been filled.
Result<Extent> hole_of(const Insertion& insertion, storage::File& file, std::int64_t file_bytes) {
    const Extent whole{.offset = insertion.place, .length = insertion.distance};
    const Result<Extent> found = file.hole_behind(insertion.place);
    if (!found.ok()) return found;
    const Extent hole = found.value();
    const bool is_in_place = hole.offset >= file_bytes ||
                             hole.offset + hole.length <= insertion.place + insertion.distance;
    if (is_in_place) return whole;
    if (hole.length == insertion.distance) return hole;
    return Status(Code::enotnc, "the journal of an interrupted change is damaged");
}

/// Undoes an insertion that has moved everything.
Status remove_hole(const Insertion& insertion, storage::File& file, std::int64_t file_bytes) {
    const Result<Extent> hole = hole_of(insertion, file, file_bytes);
    if (!hole.ok()) return hole.status();
    const bool is_at_end = hole.value().offset + hole.value().length == file_bytes;
    const Status status = is_at_end ? file.resize(insertion.end())
                                    : file.remove_room(hole.value().offset, hole.value().length);
    return status.ok() ? file.sync() : status;
}

/// Undoes an insertion whose copy is intact. The file has its old length, and its journal.
Status write_copied_back(const Insertion& insertion, storage::File& file, bool had_begun) {
    std::vector<std::byte> copy(static_cast<std::size_t>(insertion.copy_bytes()));
    Status status = read_all(file, insertion.copy_begin(), copy);
    if (!status.ok()) return status;
    if (checksum_of(copy) != insertion.checksum) {
        if (!had_begun) return {};
        return {Code::enotnc, "the journal of an interrupted change is damaged"};
    }
    status = write_copied(insertion, file, copy);
    return status.ok() ? file.sync() : status;
}

bool all_zeros(std::span<const std::byte> bytes) {
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

InsertionOutcome insert(const Change& change, storage::File& file) {
    const Result<std::int64_t> block = file.insertion_block();
    if (!block.ok()) return {.end = End::not_begun, .status = block.status()};
    const std::optional<Insertion> insertion = insertion_for(change, block.value());
    if (!insertion) return {};
    const Result<Extent> hole = file.hole_behind(0);
    if (!hole.ok()) return {.end = End::not_begun, .status = hole.status()};
    if (hole.value().offset < change.old_file_bytes) return {};
    InsertionInProgress progress(*insertion, change, file);
    const Status written = progress.write_journal();
    if (!written.ok()) return progress.give_up(written);
    const InsertionOutcome inserted = progress.insert_room();
    return inserted.end == End::done ? progress.finish() : inserted;
}

Result<std::optional<Insertion>> find_insertion(storage::File& file, std::int64_t file_bytes,
                                                std::span<const std::byte> tail) {
    if (const auto found = decode_insertion(tail)) {
        const bool fits =
            found->end() == file_bytes || found->end() + found->distance == file_bytes;
        return fits ? found : std::nullopt;
    }
    if (!all_zeros(tail)) return std::optional<Insertion>();
    // Perhaps the hole of an insertion that has not moved anything yet.
    const Result<Extent> hole = file.hole_behind(0);
    if (hole.code() == Code::enotsupport) return std::optional<Insertion>();
    if (!hole.ok()) return hole.status();
    std::array<std::byte, journal_trailer_bytes> before{};
    const std::int64_t end = hole.value().offset;
    if (end + hole.value().length != file_bytes || end < std::ssize(before))
        return std::optional<Insertion>();
    const Result<std::int64_t> got = file.read_at(end - std::ssize(before), before);
    if (!got.ok()) return got.status();
    // Another program has shortened the file since, so that no hole is at its end.
    if (got.value() < std::ssize(before)) return std::optional<Insertion>();
    const auto found = decode_insertion(before);
    const bool fits = found && found->end() == end && end + found->distance == file_bytes;
    return fits ? found : std::nullopt;
}

Status take_back(const Insertion& insertion, storage::File& file) {
    const Result<std::int64_t> size = file.size();
    if (!size.ok()) return size.status();
    const bool had_begun = size.value() != insertion.end();
    Status status;
    if (had_begun) status = remove_hole(insertion, file, size.value());
    if (status.ok()) status = write_copied_back(insertion, file, had_begun);
    if (status.ok()) status = file.resize(insertion.old_file_bytes);
    return status.ok() ? file.sync() : status;
}

}  // namespace weft::journal
