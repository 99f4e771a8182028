// SPDX-License-Identifier: BSD-3-Clause
#include "journal/relocation.hpp"

#include <algorithm>

#include "journal/moving_window.hpp"

namespace weft::journal {
namespace {

using layout::MovePart;

/// Calls `use(offset, length)` for the bytes [begin, end) of all moves, at their old or new places,
/// with neighbours joined.
template <class Use>
Status each_run(const std::vector<layout::Move>& moves, std::int64_t begin, std::int64_t end,
                std::int64_t MovePart::*place, Use use) {
    std::int64_t offset = 0;
    std::int64_t length = 0;
    const Status status = layout::each_move_part(moves, begin, end, [&](const MovePart& next) {
        Status used;
        if (length > 0 && next.*place != offset + length) {
            used = use(offset, length);
            length = 0;
        }
        if (length == 0) offset = next.*place;
        length += next.length;
        return used;
    });
    return status.ok() && length > 0 ? use(offset, length) : status;
}

/// Reads bytes of the old file, and zeros behind its end.
Status read_old(const Journal& journal, storage::File& file, std::int64_t offset,
                std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const Journal::OldByte place = journal.place_of_old(offset);
        const std::int64_t length = std::min(place.length, std::ssize(bytes));
        const auto part = bytes.first(static_cast<std::size_t>(length));
        if (place.at) {
            const Status status = read_all(file, *place.at, part);
            if (!status.ok()) return status;
        } else {
            std::ranges::fill(part, std::byte{0});
        }
        bytes = bytes.subspan(static_cast<std::size_t>(length));
        offset += length;
    }
    return {};
}

}  // namespace

region::Interval share_of_moves(const std::vector<layout::Move>& moves,
                                const mpi::IoRanks& io_ranks) {
    std::int64_t bytes = 0;
    for (const layout::Move& move : moves) bytes += move.bytes();
    return io_ranks.share_of(bytes);
}

Status relocate(const std::vector<layout::Move>& moves, const Journal& journal, storage::File& file,
                region::Interval share, std::int64_t window_bytes) {
    Result<MovingWindow> windows = MovingWindow::over(share, window_bytes);
    if (!windows.ok()) return windows.status();
    EarlyWriting early(file);
    for (MovingWindow& window = windows.value(); !window.is_at_end(); window.advance()) {
        std::span<std::byte> rest = window.bytes();
        const auto next = [&rest](std::int64_t length) {
            const auto part = rest.first(static_cast<std::size_t>(length));
            rest = rest.subspan(part.size());
            return part;
        };
        Status status = each_run(moves, window.begin(), window.end(), &MovePart::from,
                                 [&](std::int64_t offset, std::int64_t length) {
                                     return read_old(journal, file, offset, next(length));
                                 });
        if (!status.ok()) return status;
        rest = window.bytes();
        status = each_run(moves, window.begin(), window.end(), &MovePart::to,
                          [&](std::int64_t offset, std::int64_t length) {
                              return early.write_at(offset, next(length));
                          });
        if (!status.ok()) return status;
    }
    return {};
}

}  // namespace weft::journal
