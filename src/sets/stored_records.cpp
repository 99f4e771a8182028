// SPDX-License-Identifier: BSD-3-Clause
#include "sets/stored_records.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "journal/journal.hpp"
#include "parts/part.hpp"
#include "sets/read_part.hpp"
#include "storage/links.hpp"

namespace weft::sets {
namespace {

using classic::StoredRecords;

/// The records stored in a part, in its own numbering. Fails if the number cannot be found.
Result<std::optional<StoredRecords>> stored_in_part(storage::Store& store, const std::string& path,
                                                    const parts::Set& set, int part) {
    const auto file = store.open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = journal::is_interrupted(*file.value());
    if (!interrupted.ok()) return interrupted.status();
    if (interrupted.value()) return Status(Code::efile, std::string(classic::interrupted_advice));
    format::Findings findings(format::Findings::Keep::errors);
    auto header = classic::read_without_count(*file.value(), bytes.value(), findings);
    if (!header.ok()) return header.status();
    if (!header.value()) return findings.status();
    const auto found = parts::as_part(header.value()->schema, set.whole.schema, set.table, part);
    if (!found.ok()) return found.status();
    return classic::stored_records(*header.value(), bytes.value());
}

}  // namespace

std::optional<StoredRecords> stored_records(storage::Store& store, const std::string& master,
                                            const parts::Set& set,
                                            const std::optional<StoredRecords>& in_master) {
    if (set.whole.schema.record_dimension() < 0) return {};
    const std::int64_t most = format::limits_of(set.whole.version).record_count;
    const std::string real_master = storage::behind_links(master);
    const WholeSet whole{set.whole.version, set.whole.schema, set.table};
    StoredRecords stored = in_master.value_or(StoredRecords{});
    for (int part = 0; part < set.table.part_count(); ++part) {
        const auto found = stored_in_part(store, path_of_part(whole, real_master, part), set, part);
        if (!found.ok()) stored.begun = std::numeric_limits<std::int64_t>::max();
        if (!found.ok() || !found.value()) continue;
        const region::Interval records = set.table.records_of(set.table.epoch_of(part));
        const auto in_whole = [&records, most](std::int64_t count) {
            return count == 0 ? 0
                              : std::min(most, records.begin + std::min(count, records.length()));
        };
        stored.whole = std::max(stored.whole, in_whole(found.value()->whole));
        stored.begun = std::max(stored.begun, in_whole(found.value()->begun));
    }
    return stored;
}

}  // namespace weft::sets
