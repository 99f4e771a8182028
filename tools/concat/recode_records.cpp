// SPDX-License-Identifier: BSD-3-Clause
#include "tools/concat/recode_records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/shared/read_window.hpp"
#include "tools/shared/walk.hpp"

namespace weft::tools {
namespace {

Status recode_record(const RecodedVariable& variable, std::int64_t from, std::int64_t to,
                     ReadWindow& window, storage::File& target) {
    std::vector<std::byte> recoded;
    for (std::int64_t done = 0; done < variable.slab_bytes;) {
        const std::int64_t bytes = std::min(variable.slab_bytes - done, ReadWindow::most);
        const auto stored = window.at(from + done, bytes);
        if (!stored.ok()) return stored.status();
        recoded.resize(static_cast<std::size_t>(bytes));
        const Status made = variable.recoding.recode(stored.value(), recoded);
        if (!made.ok()) return made;
        const Status written = target.write_soon(to + done, recoded);
        if (!written.ok()) return written;
        done += bytes;
    }
    return {};
}

}  // namespace

Status recode_records(const Team& team, const ConcatPart& part, const OpenedFile& source,
                      storage::File& target) {
    ReadWindow window(*source.file);
    const Part mine = part_of(team, part.copy.record_count);
    for (const RecodedVariable& variable : part.recoded) {
        for (std::int64_t record = mine.from; record < mine.to; ++record) {
            const Status status =
                recode_record(variable, variable.from + record * part.copy.from_pitch,
                              variable.to + record * part.copy.to_pitch, window, target);
            if (!status.ok())
                return {status.code(), fmt::format("record {}: {}", record, status.context())};
        }
    }
    return {};
}

}  // namespace weft::tools
