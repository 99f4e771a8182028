// SPDX-License-Identifier: BSD-3-Clause
// Moves what a job that has ended left in its logs into the file: for "weft drain", and when the
// file is opened. Values that only the file's format can store are copied beside it first, from
// each node, and stored when all nodes have done so.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "stage/copied_values.hpp"
#include "stage/manifest.hpp"
#include "storage/store.hpp"
#include "storage/system_calls.hpp"

namespace weft::stage {

/// The condition of a log, as seen from this host.
enum class LogCondition {
    live,       // its job uses it
    left,       // its job has ended
    gone,       // it was on this host and is no more, or is damaged: as when the host was restarted
    elsewhere,  // on another host, of another user, or it cannot be opened
    foreign,    // of another file, which had the name before
    drained,    // the file no longer needs it
    copied      // what it had is beside the file
};

struct LogFound {
    LogPlace place;
    LogCondition condition = LogCondition::drained;
    std::uint64_t records = 0;  // that the file has not, of a log that is left
    std::int64_t bytes = 0;
};

/// The state of a file's stage, found without changing anything.
struct StageFound {
    Manifest manifest;
    std::vector<LogFound> logs;

    [[nodiscard]] bool has(LogCondition condition) const;
    /// The names of the hosts with such logs, separated by commas.
    [[nodiscard]] std::string hosts_with(LogCondition condition) const;
};

/// Empty if the file has no stage.
Result<std::optional<StageFound>> find_stage(
    storage::Store& store, const std::string& file,
    const storage::SystemCalls& calls = storage::kernel_calls());

/// The outcome of draining a log.
struct LogDrained {
    std::uint64_t records = 0;
    std::int64_t bytes = 0;
    std::uint64_t damaged = 0;  // the first damaged record and those behind it
};

enum class Damage { refuse, drop };
/// What happens to records of parts that are not there.
enum class MissingParts { refuse, forget };

/// Moves the records of a log of the manifest that is left into the files, in order, and syncs
/// these; a log of values is copied instead. If one is damaged, as only a power failure can do, all
/// from it on are dropped, or it fails before it has moved anything. The log is then empty; it
/// stays. Waits for another process that does the same.
Result<LogDrained> drain_log(storage::Store& store, const std::string& file,
                             const Manifest& manifest, const LogPlace& place, Damage damage,
                             MissingParts missing = MissingParts::refuse,
                             const storage::SystemCalls& calls = storage::kernel_calls());

/// What happens to values that cannot be stored.
enum class Failing { keep, drop };

/// Calls `store_values` with the values that are beside the file, if there are any, and then drops
/// these; returns its failure. Code::efile if there are logs that have not been drained.
Status store_copied(storage::Store& store, const std::string& file,
                    const std::function<Status(const CopiedValues&)>& store_values,
                    Failing failing = Failing::keep,
                    const storage::SystemCalls& calls = storage::kernel_calls());

/// Removes the copy of the values that were in a log, if there is one.
Status remove_copy(storage::Store& store, const std::string& file, const LogPlace& place,
                   std::uint64_t id);

/// Removes the logs of this host that are left, which drain_log() has emptied, and takes their
/// lines out of the manifest; the manifest, too, when it has none left. `file` may be missing.
Status remove_logs(storage::Store& store, const std::string& file,
                   const storage::SystemCalls& calls = storage::kernel_calls());

/// The same, and takes the lines of logs that are gone, on other hosts or of another file out of
/// the manifest: what they had is then lost.
Status forget_logs(storage::Store& store, const std::string& file,
                   const storage::SystemCalls& calls = storage::kernel_calls());

}  // namespace weft::stage
