// SPDX-License-Identifier: BSD-3-Clause
// Makes what ranks have written known to others: the number of records, which is one value per
// file, known to every rank and stored in the header; and what must survive a power failure.
//
// A program that follows a growing file believes the number in the file, so that may count only
// records that are whole. Several puts may fill a record, and a rank that has returned from a
// collective put does not know whether the others have written their shares. So a put does not
// count the records that it adds. It counts those that were there before it: a program that begins
// a record has ended the one before, and all ranks have written what they put earlier when they
// meet for a later put. The newest records are counted by the calls that say that something is
// complete: sync and its like, and close, which meet behind the last write first.
//
// A staged file is the exception: what its puts have said must survive a kill, so each one puts the
// number into the log, and the drain writes the beginning of a file last (stage/drain.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "dataset/core.hpp"

namespace weft::dataset {

/// Collective. Rank 0 writes a number of records that all ranks know to the files, if they say
/// less.
Status raise_record_count(Core& core, std::int64_t record_count);

/// Collective, after a put that all ranks have begun, and behind which there are so many records.
/// If it has added some, rank 0 writes the number of those that were there before to the files.
Status add_records(Core& core, std::int64_t record_count);

/// Raises the lengths of unlimited dimensions to at least these, if something in the file grows
/// freely. `lengths` has an entry for each dimension, or none at all. With `meets` it is collective
/// and uses the largest lengths of all ranks.
void raise_lengths(Core& core, std::vector<std::int64_t> lengths, bool meets);

/// Collective. After independent writes the ranks may know different numbers of records, and
/// different lengths of unlimited dimensions: all ranks take the largest ones.
Status share_record_count(Core& core);

/// Collective, agreed. Raises the number of records to that in the files, if other programs have
/// counted more.
Status take_up_records(Core& core);

/// Collective, agreed. When it returns, what has been written survives a power failure. Reports
/// writes that failed since the last sync.
Status sync_files(Core& core, bool is_independent);

/// Collective; the status is the rank's own. Completes an open file, before it is closed.
/// `was_independent`: ranks may have made different changes.
Status finish_files(Core& core, bool was_independent);

}  // namespace weft::dataset
