// SPDX-License-Identifier: BSD-3-Clause
// A note at the end of a file that makes a change of its definition survive a crash.
//
// Changing a definition means to move data in place and then to write a header. Neither is atomic,
// so before the first byte that the old header needs is overwritten, a journal is appended to the
// file:
//
//     ... data ...  | plan | record A | record B | slot 0 | slot 1 | trailer |
//
// The plan holds the new header and the moves. The moves, laid end to end, are cut into steps of
// `step_bytes`, which are carried out from the last to the first, so that data only ever move onto
// places that are free or done. Before a step overwrites bytes, its data are copied into a slot,
// made durable, and announced by a record; steps alternate between the slots and between the
// records, so that what announces one step is never overwritten by the next before that one is
// announced itself. A step whose target does not touch its own source needs no copy.
//
// Whoever finds a trailer (open, `weft recover`) looks for the newest valid record:
//   - no record: nothing that the old header needs was touched, so the journal is cut off and the
//   old state stands;
//   - a step: it is repeated (from its slot, or from its source), then the remaining steps and the
//   header follow;
//   - the header: it is written again.
// At the end the file is cut to its new size, and the journal is gone.
//
// While a change goes on, its rank 0 holds a lock on a byte that no file has. Whoever finds a
// trailer waits for it and looks again, so that a change of a writer that lives is not taken for an
// interrupted one.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "layout/moves.hpp"
#include "mpi/crew.hpp"
#include "storage/file.hpp"

namespace weft::dataset {

/// A change of a file's definition.
struct Change {
    std::vector<std::byte> header;  // the new one, to be written at offset 0
    std::vector<layout::Move> moves;
    std::int64_t old_file_bytes = 0;
    std::int64_t new_file_bytes = 0;
};

/// How a change ended: done, not begun (the old state stands), or interrupted (the journal is in
/// the file).
struct ChangeOutcome {
    Status status;
    bool interrupted = false;
};

/// Collective. Carries out a change that survives a crash at any point. Memory: about `chunk_bytes`
/// per rank. `crew`: the ranks that move data. Uniform: change, chunk_bytes. The same outcome on
/// all ranks.
ChangeOutcome apply_change(const Change& change, storage::File& file, std::int64_t chunk_bytes,
                           mpi::CommView comm, mpi::Crew crew);

/// Completes or takes back an interrupted change; waits for one that goes on. For one rank; the
/// file must be writable. True when there was something to do. Code::enotnc when the journal is
/// damaged.
Result<bool> recover(storage::File& file);

/// True when the file ends with a journal.
Result<bool> is_interrupted(storage::File& file);

/// For a file that has just been opened: recovers it, for which a file opened for reading is opened
/// again.
Status recover_if_interrupted(storage::Store& store, const std::string& path, storage::File& file,
                              bool writable);

}  // namespace weft::dataset
