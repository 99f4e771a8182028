// SPDX-License-Identifier: BSD-3-Clause
// A change of a definition in which the file system moves the data: if everything behind some
// offset goes up by whole blocks, ext4 and XFS insert a hole before it, without copying.
//
//     old header | edge | data ...  copy of the header and the edge | trailer
//                ^ place, a block's begin, at most one block before the first byte that moves
//
//   1. The header as far as the new one overwrites it in front of `place`, and the edge, which is
//      what does not move of that block, are copied behind the end of the file, with a trailer.
//      First sync.
//   2. A hole as long as the distance is inserted at `place`. Data, copy and trailer go up.
//   3. The edge and the new header are written. Second sync.
//   4. The file is cut behind the data, and then extended if it is to be longer, which a crash may
//      leave undone: only what has not been written yet is missing. Third sync.
//
// The file has no holes at the start (otherwise no insertion is made), and with its journal it ends
// with a block. So a hole shows later how far an insertion came: a power failure in the steps 2 and
// 3 may leave the hole at any block behind `place` (see File::insert_room), with the data before it
// in their old places and the data behind it in their new ones; or at the end of the file, if
// nothing has moved. Writes of step 3 outside the hole may then be on the disk although the hole is
// not in its place: the beginning of the header, and zeros behind the hole, where the edge was. The
// copy has both, so no sync is needed between the hole and these writes.
//
// A program that finds a trailer undoes the change. The trailer is the end of the file, or is
// before the hole at its end.
//   - The file has its old length, with the journal: nothing has moved, or has been moved back. The
//     copy is written back; if it has another checksum, step 1 was not complete, and there is
//     nothing to write back.
//   - It is longer by the distance: the hole is removed, wherever it is; a power failure then
//     leaves the same again. What step 3 has written into the hole goes with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/result.hpp"
#include "journal/insertion_format.hpp"
#include "journal/journal_format.hpp"
#include "storage/file.hpp"

namespace weft::journal {

/// The outcome of an insertion. Untouched: nothing was changed, and the change must be made
/// otherwise.
struct InsertionOutcome {
    enum class End { done, untouched, not_begun, interrupted };
    End end = End::untouched;
    Status status;
};

/// Called on one rank, which holds the lock of a change. Makes the change if the file system can
/// move the data.
InsertionOutcome insert(const Change& change, storage::File& file);

/// The insertion that was interrupted in a file of `file_bytes` whose last bytes are `tail`.
Result<std::optional<Insertion>> find_insertion(storage::File& file, std::int64_t file_bytes,
                                                std::span<const std::byte> tail);

/// Restores the old file, durably. Called on one rank, while nobody else changes the file.
Status take_back(const Insertion& insertion, storage::File& file);

}  // namespace weft::journal
