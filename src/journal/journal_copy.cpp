// SPDX-License-Identifier: BSD-3-Clause
#include "journal/journal_copy.hpp"

#include <xxhash.h>

#include <algorithm>

#include "base/checked.hpp"
#include "journal/moving_window.hpp"

namespace weft::journal {
namespace {

/// Calls `use(offset in the file, bytes)` for the parts of a window of the copied bytes on one
/// side.
template <class Bytes, class Use>
Status each_part(const Journal& journal, Side side, std::int64_t within, Bytes bytes, Use use) {
    if (side == Side::copy) return use(journal.copy_begin + within, bytes);
    while (!bytes.empty()) {
        const Journal::OldByte origin = journal.origin_of_copied(within);
        const std::int64_t length = std::min(origin.length, std::ssize(bytes));
        const Status status = use(*origin.at, bytes.first(static_cast<std::size_t>(length)));
        if (!status.ok()) return status;
        bytes = bytes.subspan(static_cast<std::size_t>(length));
        within += length;
    }
    return {};
}

std::uint64_t checksum_of(std::span<const std::byte> bytes, std::int64_t within) {
    std::uint64_t sum = 0;
    for (std::int64_t block = within / journal_block_bytes; !bytes.empty(); ++block) {
        const auto length =
            static_cast<std::size_t>(std::min(journal_block_bytes, std::ssize(bytes)));
        sum += XXH64(bytes.data(), length, static_cast<std::uint64_t>(block));
        bytes = bytes.subspan(length);
    }
    return sum;
}

}  // namespace

region::Interval share_of_copied(const Journal& journal, const mpi::IoRanks& io_ranks) {
    const std::int64_t bytes = journal.copy_bytes();
    const region::Interval blocks =
        io_ranks.share_of(round_up(bytes, journal_block_bytes) / journal_block_bytes);
    return {.begin = std::min(bytes, blocks.begin * journal_block_bytes),
            .end = std::min(bytes, blocks.end * journal_block_bytes)};
}

Result<std::uint64_t> transfer_copied(const Journal& journal, storage::File& file, Route route,
                                      region::Interval share, std::int64_t window_bytes) {
    std::uint64_t sum = 0;
    Result<MovingWindow> windows = MovingWindow::over(share, window_bytes);
    if (!windows.ok()) return windows.status();
    EarlyWriting early(file);
    const Side other = route.from == Side::copy ? Side::origin : Side::copy;
    for (MovingWindow& window = windows.value(); !window.is_at_end(); window.advance()) {
        Status status =
            each_part(journal, route.from, window.begin(), window.bytes(),
                      [&](std::int64_t at, auto part) { return read_all(file, at, part); });
        if (!status.ok()) return status;
        sum += checksum_of(window.bytes(), window.begin());
        if (!route.writes) continue;
        status =
            each_part(journal, other, window.begin(), std::span<const std::byte>(window.bytes()),
                      [&](std::int64_t at, auto part) { return early.write_at(at, part); });
        if (!status.ok()) return status;
    }
    return sum;
}

}  // namespace weft::journal
