// SPDX-License-Identifier: BSD-3-Clause
// Makes what ranks have written known to others: the number of records, which is one value per
// file, known to every rank and stored in the header; and what must survive a power failure.
// Puts count the records that they add. Those who follow the file must know which of them are
// whole: all that were there when a collective put adds others, since a program that begins a
// record has ended the one before, and all ranks have written their shares when they meet for the
// next put; and all there are when a call has met behind the last write, such as sync and close.
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
/// Rank 0 writes the number to the files, and that the new ones may not be whole.
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

/// What the files survive when they have what was put.
enum class Durability { none, power_failure };

/// Collective, agreed. When it returns, the files have what was put, and other programs find it in
/// them. Reports writes that failed since the last call.
Status complete_files(Core& core, bool is_independent, Durability durability);

/// Collective; the status is the rank's own. Completes an open file, before it is closed.
/// `was_independent`: ranks may have made different changes.
Status finish_files(Core& core, bool was_independent);

}  // namespace weft::dataset
