// SPDX-License-Identifier: BSD-3-Clause
#include "parts/epochs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "parts/paths.hpp"
#include "parts/set_id.hpp"

namespace weft::parts {

std::vector<std::string> targets_of(const Table& table) {
    std::vector<std::string> targets;
    for (const std::string& name : table.names) {
        std::string folder = folder_of(name);
        if (std::ranges::find(targets, folder) == targets.end())
            targets.push_back(std::move(folder));
    }
    return targets;
}

bool has_records(const format::Schema& whole, const Table& table) {
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (!table.variables[static_cast<std::size_t>(id)].is_whole() &&
            whole.is_record_variable(whole.variable(id)))
            return true;
    }
    return false;
}

std::vector<int> next_targets(const Table& table) {
    const std::vector<std::string> folders = targets_of(table);
    std::vector<int> targets;
    for (int range = 0; range < table.range_count(); ++range) {
        const int part = table.part_at(table.epoch_count() - 1, range);
        const auto found =
            std::ranges::find(folders, folder_of(table.names[static_cast<std::size_t>(part)]));
        targets.push_back(static_cast<int>((found - folders.begin() + 1) % std::ssize(folders)));
    }
    return targets;
}

Table with_epoch(Table table, const std::string& master, std::int64_t first_record,
                 std::span<const int> targets) {
    const std::vector<std::string> folders = targets_of(table);
    const std::string name = master.substr(folder_of(master).size());
    const int epoch = table.epoch_count();
    for (int range = 0; range < table.range_count(); ++range) {
        const std::string& folder =
            folders[static_cast<std::size_t>(targets[static_cast<std::size_t>(range)])];
        const std::string stem = folder.empty() ? name : name + "." + text_of(table.id);
        table.names.push_back(fmt::format("{}{}.e{}.{:04}", folder, stem, epoch, range));
    }
    table.epochs.push_back(first_record);
    return table;
}

}  // namespace weft::parts
