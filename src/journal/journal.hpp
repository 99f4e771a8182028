// SPDX-License-Identifier: BSD-3-Clause
// A copy at the end of a file that makes a change of its definition survive a crash.
//
// If the file system can move the data, it does (insertion.hpp). Otherwise this is the protocol:
//
// A change of a definition moves data in place and writes a header. Neither is atomic. So before
// the first byte that the old header needs is overwritten, all old bytes that will be overwritten
// are copied behind the end of the file:
//
//     old header | old data ... | copy of what will be overwritten | trailer |
//
// These are the beginning of the file, as far as the new header reaches, and the old file from the
// first to the last place to which data move. Nothing else of the old file is written to until the
// journal is gone.
//
//   1. The trailer, which says "copying"; the room on the disk; the copy, divided among the ranks.
//   2. The trailer says "copied", with a checksum of the copy. First sync.
//   3. The trailer says "overwriting". All data go to their new places, and the header. A byte that
//      is overwritten is read from the copy, any other at its old place, so that the order is free:
//      no rank waits for another, and no write for one before it. Second sync.
//   4. The file is cut to its new size, and the journal is gone. Third sync.
//
// All ranks agree between these steps. There are three syncs, whatever the size of the file, the
// distance and the hints.
//
// A program that finds a trailer (open, `weft recover`) undoes the change:
//   - "copying": step 3 has not begun, because before it another trailer becomes durable. The old
//   bytes are
//     all in place, and the journal is cut off.
//   - "copied" or "overwriting", and the copy has its checksum: the copy is written back, whatever
//     has been overwritten. The first time or again, the result is the same, for nothing writes to
//     the copy; once that is durable, the journal is cut off.
//   - "copied", but the copy has another checksum: the power failed during the first sync, which
//   may
//     bring the trailer to the disk before the copy. Step 3 has not begun, and the journal is cut
//     off.
//   - "overwriting", but the copy has another checksum: it was durable, so it has been damaged
//   since.
//     The file is left alone. (A power failure may leave "copied" in step 3, which the second and
//     the third case serve as well; only damage would not be noticed there.)
// A power failure in the steps 1 and 2 may also leave unused bytes behind the old file without a
// trailer. The trailer lies within a sector, so it is either the old or the new one.
//
// After step 4 the data may be written to, and a journal that reappears would undo that; hence the
// third sync, and a sync after a recovery.
//
// The copy needs as much room as the data that move. If there is none, the change ends in step 1,
// and only the journal must be cut off. Copying part by part would need less room, but a sync for
// each part: the overwritten bytes must be on the disk somewhere, and data move to the places of
// other data.
//
// During a change, each rank that takes part holds a lock on a byte of its own behind every
// possible file. A program that finds a trailer waits for all these locks and looks again, so that
// a running change is not taken for an interrupted one, and none is undone while a rank that has
// outlived the others still writes.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "journal/journal_format.hpp"
#include "mpi/io_ranks.hpp"
#include "storage/store.hpp"

namespace weft::journal {

/// The outcome of a change: done, not begun (the old state stands), or interrupted (the journal may
/// be in the file, which must be opened again).
struct ChangeOutcome {
    Status status;
    bool interrupted = false;
};

/// Collective. Carries out a change that survives a crash at any point. Memory per rank: a window
/// of `chunk_bytes`, at least 64 KiB and at most 1 MiB. Rank 0 alone moves what fits into a chunk.
/// `io_ranks`: the ranks that move data. Uniform: change, chunk_bytes. The same outcome on all
/// ranks.
ChangeOutcome apply_change(const Change& change, storage::File& file, std::int64_t chunk_bytes,
                           mpi::CommView comm, mpi::IoRanks io_ranks);

/// Undoes an interrupted change; waits for a running one. Called on one rank; the file must be
/// writable. Returns whether there was something to undo. Code::enotnc if the journal is damaged,
/// or of a kind that Weft no longer makes.
Result<bool> recover(storage::File& file);

/// True if the file ends with a journal. Code::enotnc if that is of a kind that Weft no longer
/// makes.
Result<bool> is_interrupted(storage::File& file);

/// Recovers a file that has just been opened, and opens it again for writing if it was opened for
/// reading.
Status recover_if_interrupted(storage::Store& store, const std::string& path, storage::File& file,
                              bool writable);

}  // namespace weft::journal
