// SPDX-License-Identifier: BSD-3-Clause
// A copy at the end of a file that makes a change of its definition survive a crash.
//
// Where the file system can move the data, it does (insertion.hpp). Otherwise this is how:
//
// Changing a definition means to move data in place and to write a header. Neither is atomic. So
// before the first byte that the old header needs is overwritten, all old bytes that will be are
// copied behind the end of the file:
//
//     old header | old data ... | copy of what will be overwritten | trailer |
//
// That is the beginning of the file, as far as the new header goes, and the old file from the first
// place to which data move up to the last. Nothing else of the old file is written to until the
// journal is gone.
//
//   1. The trailer, which says "copying"; the room on the disk; the copy, divided among the ranks.
//   2. The trailer says "kept", with a checksum of the copy. First sync.
//   3. The trailer says "overwriting". All data go to their new places, and the header. A byte that
//      is overwritten is read from the copy, any other at its old place, so that the order is free:
//      no rank waits for another, and no write for one before it. Second sync.
//   4. The file is cut to its new size, and the journal is gone. Third sync.
//
// All ranks agree between these steps, and whatever the size of the file, the distance and the
// hints, the syncs are three.
//
// Whoever finds a trailer (open, `weft recover`) takes the change back:
//   - "copying": step 3 has not begun, for before it another trailer is durable. The old bytes are
//     all in place, and the journal is cut off.
//   - "kept" or "overwriting", and the copy has its checksum: the copy is written back, whatever
//     has been overwritten. The first time or again, the result is the same, for nothing writes to
//     the copy; once that is durable, the journal is cut off.
//   - "kept", but the copy has another checksum: the power failed during the first sync, which may
//     bring the trailer to the disk before the copy. Step 3 has not begun, and the journal is cut
//     off.
//   - "overwriting", but the copy has another checksum: it was durable, so somebody has damaged it.
//     The file is left alone. (A power failure may leave "kept" in step 3, which the second and the
//     third case serve as well; only damage would not be noticed there.)
// A power failure in the steps 1 and 2 may also leave no trailer, but bytes behind the old file
// that nothing refers to. The trailer lies within a sector, so that it is an old one or a new one.
//
// After step 4 the data may be written to, and a journal that came back would undo that; hence the
// third sync, and hence one after a recovery.
//
// The copy needs as much room as the data that move. If there is none, the change ends in step 1,
// where only the journal has to be cut off. A copy of a part at a time needs less room, but a sync
// for each part: what has been overwritten must be somewhere on the disk, and the place to which
// data move is the place of other data.
//
// While a change goes on, each rank that takes part holds a lock on a byte of its own that no file
// has. Whoever finds a trailer waits for all of them and looks again, so that a change that goes on
// is not taken for an interrupted one, and none is taken back while a rank that has outlived the
// others still writes.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "classic/journal_format.hpp"
#include "mpi/io_ranks.hpp"
#include "storage/store.hpp"

namespace weft::classic {

/// How a change ended: done, not begun (the old state stands), or interrupted (the journal may be
/// in the file, which must be opened again).
struct ChangeOutcome {
    Status status;
    bool interrupted = false;
};

/// Collective. Carries out a change that survives a crash at any point. Memory: a window of
/// `chunk_bytes` per rank, but no less than 64 KiB and no more than 1 MiB. Rank 0 alone does what
/// fits into a chunk. `I/O ranks`: the ranks that move data. Uniform: change, chunk_bytes. The same
/// outcome on all ranks.
ChangeOutcome apply_change(const Change& change, storage::File& file, std::int64_t chunk_bytes,
                           mpi::CommView comm, mpi::IoRanks io_ranks);

/// Takes back an interrupted change; waits for one that goes on. For one rank; the file must be
/// writable. True when there was something to do. Code::enotnc when the journal is damaged, or of a
/// kind that Weft no longer makes.
Result<bool> recover(storage::File& file);

/// True when the file ends with a journal. Code::enotnc when that is of a kind that Weft no longer
/// makes.
Result<bool> is_interrupted(storage::File& file);

/// For a file that has just been opened: recovers it, for which a file opened for reading is opened
/// again.
Status recover_if_interrupted(storage::Store& store, const std::string& path, storage::File& file,
                              bool writable);

}  // namespace weft::classic
