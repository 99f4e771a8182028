// SPDX-License-Identifier: BSD-3-Clause
#include "sets/file_planner.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/whole_blocks.hpp"
#include "mpi/agreed.hpp"
#include "parts/epochs.hpp"
#include "parts/master.hpp"
#include "parts/name_rule.hpp"
#include "parts/paths.hpp"
#include "parts/targets.hpp"
#include "sets/targets.hpp"

namespace weft::sets {
namespace {

/// The table of a new set, which divides nothing yet. It has no parts if they are not chosen yet.
parts::Table new_table(const parts::SetId& id, const std::string& path,
                       const Settings::Parts& asked) {
    parts::Table table;
    table.id = id;
    table.is_in_netcdf4 = asked.in_netcdf4;
    for (int part = 0; part < asked.count; ++part)
        table.names.push_back(parts::name_of_part(path, part, asked.folders, id));
    table.weights = asked.weights;
    table.weights.resize(table.names.size(), 1);
    return table;
}

template <class Value>
std::vector<Value> each_repeated(const std::vector<Value>& values, int times) {
    std::vector<Value> repeated;
    for (const Value& value : values)
        repeated.insert(repeated.end(), static_cast<std::size_t>(times), value);
    return repeated;
}

/// Reserves room in the master for all possible epochs. Otherwise an epoch would move data, whose
/// places are known to readers that opened the set before.
Result<layout::Alignment> with_room_for_epochs(const format::HeaderView& whole,
                                               const parts::Table& table,
                                               layout::Alignment alignment) {
    const model::Schema now = parts::master_of(whole, table);
    const model::Schema then = parts::master_of(whole, parts::with_all_epochs(table));
    std::int64_t more = 0;
    for (int id = whole.schema.variable_count(); id < then.variable_count(); ++id) {
        const Result<std::int64_t> bytes = format::slab_bytes(then, then.variable(id));
        if (!bytes.ok()) return bytes.status();
        more += round_up(bytes.value(), format::padding_unit) -
                format::slab_bytes(now, now.variable(id)).value();
    }
    alignment.header_free =
        std::max(alignment.header_free, format::header_bytes(whole.version, then) -
                                            format::header_bytes(whole.version, now));
    alignment.variable_free = std::max(alignment.variable_free, more);
    return alignment;
}

}  // namespace

Status FilePlanner::find_free_numbers(const std::function<Result<int>()>& last_number) {
    const model::Schema& before = *context_.definition.before;
    if (before.variable_count() == context_.definition.schema.variable_count()) return {};
    const mpi::CommView comm = context_.comm();
    const Result<int> last = last_number();
    const mpi::Agreed agreed = mpi::agree(comm, last.status());
    if (!agreed.ok()) return agreed.status();
    std::array<std::int64_t, 1> most = {last.value()};
    if (comm.size() > 1) comm.all_reduce_max(most);
    next_number_ = static_cast<int>(most[0]) + 1;
    return {};
}

Status FilePlanner::choose_targets() {
    Settings::Parts& asked = context_.settings.parts;
    if (!context_.condition.is_new || !asked.one_per_target) return {};
    parts::Table table = new_table(id_, context_.real_path, asked);
    parts::divide_new_variables(context_.definition.schema, asked.rules, table);
    if (!table.divides()) return {};
    // The names are checked before anything is measured in the folders.
    Settings::Parts one_each = asked;
    one_each.count = static_cast<int>(std::ssize(asked.folders));
    const parts::Table tried = new_table(id_, context_.real_path, one_each);
    const Status named = parts::NameRule(tried, place_of_master(context_.real_path)).check_new();
    if (!named.ok()) return named;
    Result<Targets> found = asked.probe_seconds > 0
                                ? try_targets(context_.shared, context_.real_path, id_,
                                              asked.folders, asked.probe_seconds)
                                : all_alike(asked.folders);
    if (!found.ok()) return found.status();
    Targets chosen = chosen_of(found.value());
    const auto targets = static_cast<int>(std::ssize(chosen.folders));
    const int ranges = asked.watches_targets
                           ? parts::ranges_per_target(context_.definition.schema, table, targets)
                           : 1;
    asked.count = targets * ranges;
    asked.one_per_target = false;
    asked.folders = each_repeated(chosen.folders, ranges);
    asked.weights = each_repeated(chosen.weights, ranges);
    std::ranges::move(chosen.notes, std::back_inserter(context_.condition.notes));
    return {};
}

Result<std::shared_ptr<FileSet>> FilePlanner::next_files(const FileSet* now,
                                                         const format::HeaderView& whole,
                                                         const Alignment& alignment) const {
    const bool may_become_one = context_.condition.is_new && context_.settings.parts.wants_set();
    if (now == nullptr && !may_become_one) return std::shared_ptr<FileSet>();
    parts::Table table =
        now != nullptr ? now->table() : new_table(id_, context_.real_path, context_.settings.parts);
    table.next_number = std::max(table.next_number, next_number_);
    parts::divide_new_variables(context_.definition.schema, context_.settings.parts.rules, table);
    if (!table.divides()) return std::shared_ptr<FileSet>();
    const Settings::Parts& asked = context_.settings.parts;
    // A program that opens the set later may watch targets, too, if there is more than one.
    const bool may_have_epochs =
        !table.is_in_netcdf4 && (asked.epoch_records > 0 || parts::targets_of(table).size() > 1);
    if (!may_have_epochs || !parts::has_records(context_.definition.schema, table))
        return files_of(std::move(table), now, whole, alignment);
    const Result<Alignment> roomy = with_room_for_epochs(whole, table, alignment);
    return roomy.ok() ? files_of(std::move(table), now, whole, roomy.value()) : roomy.status();
}

Result<std::shared_ptr<FileSet>> FilePlanner::files_of(parts::Table table, const FileSet* now,
                                                       const format::HeaderView& whole,
                                                       const Alignment& alignment) const {
    const Status named = parts::NameRule(table, place_of_master(context_.real_path)).check_new();
    if (!named.ok()) return named;
    model::Schema master = parts::master_of(whole, table);
    Result<layout::Layout> placed = place_master(master, now, whole.version, alignment);
    if (!placed.ok()) return placed.status();
    return std::make_shared<FileSet>(
        std::move(table),
        layout::Placed{whole.version, std::move(master), std::move(placed).value()});
}

Result<layout::Layout> FilePlanner::place_master(const model::Schema& master, const FileSet* now,
                                                 format::Version version,
                                                 const Alignment& alignment) const {
    const std::int64_t header_bytes = format::header_bytes(version, master);
    if (now == nullptr) return layout::place_variables(version, master, header_bytes, alignment);
    const layout::Placed& before = now->master();
    const model::Schema old = programs_share(before.schema, *context_.definition.before);
    return layout::place_again(version, master, header_bytes, alignment,
                               {version, old, before.layout.begins});
}

}  // namespace weft::sets
