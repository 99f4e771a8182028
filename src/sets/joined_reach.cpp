// SPDX-License-Identifier: BSD-3-Clause
// How far the files of a set reach in the single file that the set stands for.
#include <algorithm>

#include "format/sizes.hpp"
#include "sets/joined_file.hpp"
#include "sets/read_part.hpp"

namespace weft::sets {
namespace {

/// How much a file stores of its share of a variable.
struct Stored {
    std::int64_t record = 0;  // the last one with any byte
    std::int64_t bytes = 0;   // of that record, from its begin; 0: nothing
    bool is_complete = true;
};

Stored stored_of(const layout::Place& place, std::int64_t records, std::int64_t file_bytes) {
    const bool has_records = place.schema.is_record_variable(place.variable);
    const std::int64_t slab = format::slab_bytes(place.schema, place.variable).value();
    const std::int64_t last = has_records ? records - 1 : 0;
    if (slab == 0 || last < 0) return {};
    const std::int64_t behind = file_bytes - place.begin;
    if (behind <= 0) return {.is_complete = false};
    Stored stored;
    if (has_records) stored.record = std::min(last, (behind - 1) / place.record_bytes);
    stored.bytes = std::min(slab, behind - stored.record * place.record_bytes);
    stored.is_complete = stored.record == last && stored.bytes == slab;
    return stored;
}

}  // namespace

std::vector<std::string> JoinedFile::find_short_files() {
    std::vector<std::string> short_files;
    Reach all{.end = std::ssize(header_)};
    const auto note = [&](const Result<Reach>& reach, const std::string& path) {
        all.is_complete = all.is_complete && reach.ok();  // otherwise nothing is known of it
        if (!reach.ok()) return;
        all.end = std::max(all.end, reach.value().end);
        if (!reach.value().is_complete) short_files.push_back(path);
    };
    note(reach_of(*master_, masters_number), path_);
    const WholeSet set = this->set();
    for (int number = 0; number < files_.table().part_count(); ++number) {
        // Closes it again: there may be more files than a process may have open.
        const auto file = open_part(number);
        note(file.ok() ? reach_of(*file.value(), number) : file.status(),
             path_of_part(set, path_, number));
    }
    if (!short_files.empty() && all.is_complete) bytes_ = std::min(bytes_, all.end);
    return short_files;
}

Result<JoinedFile::Reach> JoinedFile::reach_of(storage::File& file, int number) const {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    Reach reach;
    const bool is_master = number == masters_number;
    for (const std::vector<Slab>* slabs : {&fixed_, &record_}) {
        for (const Slab& slab : *slabs) {
            if (files_.division_of(slab.variable).is_whole() == is_master &&
                (is_master || !files_.table().indices_in(whole_, slab.variable, number).empty()))
                add_reach(slab, number, bytes.value(), reach);
        }
    }
    return reach;
}

void JoinedFile::add_reach(const Slab& slab, int number, std::int64_t file_bytes,
                           Reach& reach) const {
    const bool is_master = number == masters_number;
    const parts::Table& table = files_.table();
    const std::int64_t count = whole_.record_count;
    const std::int64_t first = is_master ? 0 : table.records_of(table.epoch_of(number)).begin;
    const Stored stored = is_master
                              ? stored_of(files_.place_in_master(slab.variable), count, file_bytes)
                              : stored_of(files_.place_in_part(slab.variable, number),
                                          table.records_in(number, count), file_bytes);
    reach.is_complete = reach.is_complete && stored.is_complete;
    if (stored.bytes == 0) return;
    std::int64_t end = stored.bytes;
    if (!is_master) {
        const parts::Stripes stripes = stripes_of(slab.variable);
        const region::Interval range = stripes.ranges.of_part(table.range_of(number));
        const std::int64_t row = range.length() * stripes.inner;
        const std::int64_t before = (stored.bytes - 1) / row;
        end = (before * stripes.length + range.begin) * stripes.inner + stored.bytes - before * row;
    }
    const std::int64_t record_begin = (first + stored.record) * layout_.record_bytes;
    reach.end = std::max(reach.end, slab.begin + record_begin + end);
}

}  // namespace weft::sets
