// SPDX-License-Identifier: BSD-3-Clause
#include "parts/epochs.hpp"

#include <algorithm>
#include <limits>

#include "format/sizes.hpp"
#include "parts/paths.hpp"
#include "parts/set_id.hpp"

namespace weft::parts {

std::vector<std::string> targets_of(const Table& table) {
    std::vector<std::string> targets;
    for (const std::string_view name : table.names) {
        std::string folder(folder_of(name));
        if (std::ranges::find(targets, folder) == targets.end())
            targets.push_back(std::move(folder));
    }
    return targets;
}

bool has_records(const model::Schema& whole, const Table& table) {
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (!table.variables[static_cast<std::size_t>(id)].is_whole() &&
            whole.is_record_variable(whole.variable(id)))
            return true;
    }
    return false;
}

std::vector<std::int64_t> record_bytes_of_ranges(const model::Schema& whole, const Table& table) {
    std::vector<std::int64_t> bytes(table.weights.size());
    for (int id = 0; id < whole.variable_count(); ++id) {
        const model::Variable& variable = whole.variable(id);
        const std::int64_t length = table.variables[static_cast<std::size_t>(id)].is_whole()
                                        ? 0
                                        : table.length_of(whole, id);
        if (length == 0 || !whole.is_record_variable(variable)) continue;
        const Ranges ranges = table.ranges_of(whole, id);
        const std::int64_t of_index = format::slab_bytes(whole, variable).value() / length;
        for (int range = 0; range < table.range_count(); ++range)
            bytes[static_cast<std::size_t>(range)] += of_index * ranges.of_part(range).length();
    }
    return bytes;
}

int ranges_per_target(const model::Schema& whole, const Table& table, int target_count) {
    constexpr std::int64_t usual = 6;          // 1, 2 or 3 others can share these evenly
    constexpr std::int64_t most_ranges = 256;  // each has a file, which a rank may have open
    if (target_count < 2 || !has_records(whole, table)) return 1;
    std::int64_t ranges = std::min(usual, most_ranges / target_count);
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (!table.variables[static_cast<std::size_t>(id)].is_whole())
            ranges = std::min(ranges, table.length_of(whole, id) / target_count);
    }
    return static_cast<int>(std::max<std::int64_t>(ranges, 1));
}

std::vector<int> targets_of_parts(const Table& table) {
    const std::vector<std::string> folders = targets_of(table);
    std::vector<int> targets;
    for (const std::string_view name : table.names) {
        const auto found = std::ranges::find(folders, folder_of(name));
        targets.push_back(static_cast<int>(found - folders.begin()));
    }
    return targets;
}

std::vector<int> targets_of_ranges(const Table& table) {
    const std::vector<int> all = targets_of_parts(table);
    return {all.end() - table.range_count(), all.end()};
}

std::vector<int> next_targets(const Table& table) {
    const auto count = static_cast<int>(std::ssize(targets_of(table)));
    std::vector<int> targets = targets_of_ranges(table);
    for (int& target : targets) target = (target + 1) % count;
    return targets;
}

Table with_all_epochs(Table table) {
    // The names have as many digits as the largest number of records.
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() - most_epochs;
    const std::vector<std::string> folders = targets_of(table);
    const auto longest = std::ranges::max_element(folders, {}, &std::string::size);
    const std::vector<int> targets(table.weights.size(),
                                   static_cast<int>(longest - folders.begin()));
    while (table.epoch_count() < most_epochs) {
        const int epoch = table.epoch_count();
        table = with_epoch(std::move(table), far + epoch, targets);
    }
    return table;
}

Table with_epoch(Table table, std::int64_t first_record, std::span<const int> targets) {
    const std::vector<std::string> folders = targets_of(table);
    const int epoch = table.epoch_count();
    const std::string stem(stem_of_name(table, table.part_at(epoch - 1, 0)));
    for (int range = 0; range < table.range_count(); ++range) {
        const std::string& folder =
            folders[static_cast<std::size_t>(targets[static_cast<std::size_t>(range)])];
        const std::string id = folder.empty() ? std::string() : text_of(table.id);
        table.names.push_back(folder + stem + end_of_name(id, epoch, range));
    }
    table.epochs.push_back(first_record);
    return table;
}

}  // namespace weft::parts
