// SPDX-License-Identifier: BSD-3-Clause
// Carries out a change of the journal's tests, and names the resulting state of the file.
#pragma once

#include <cstdint>
#include <string>

#include "journal/journal.hpp"
#include "journal/journal_test_changes.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::journal {

inline constexpr std::int64_t endless = 100000;  // no change here takes so many calls

/// Applies the change on one rank.
ChangeOutcome apply(const ChangeCase& tested, storage::File& file);

/// Says which of the two files these contents are. Before its trailer is durable, a journal may
/// leave unused bytes behind the old file.
std::string old_or_new(const ChangeCase& tested, const Bytes& contents);

/// True for the states that are allowed after a recovery.
bool is_sound(const std::string& state);

/// Recovers with a healthy disk. A second recovery finds nothing to do.
std::string after_recovery(const ChangeCase& tested, storage::MemoryStore& store);

}  // namespace weft::journal
