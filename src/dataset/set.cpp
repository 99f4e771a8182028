// SPDX-License-Identifier: BSD-3-Clause
// A dataset that is a set: what of it is in which file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/divided.hpp"
#include "dataset/targets.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/whole_blocks.hpp"
#include "mpi/agreed.hpp"
#include "parts/aggregation.hpp"
#include "parts/epochs.hpp"
#include "parts/paths.hpp"

namespace weft::dataset {
namespace {

/// The table of a set that is about to be made, which divides nothing yet. Without parts where they
/// are not chosen yet.
parts::Table new_table(const parts::SetId& id, const std::string& path,
                       const Settings::Parts& asked) {
    parts::Table table;
    table.id = id;
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

/// With room in the master for all epochs that may come: none of them moves what readers, who have
/// opened the set before, know the places of.
Result<layout::Alignment> with_room_for_epochs(const format::Schema& whole,
                                               const parts::Table& table,
                                               layout::Alignment alignment) {
    const format::Schema now = parts::master_of(whole, table);
    const format::Schema then = parts::master_of(whole, parts::with_all_epochs(table));
    std::int64_t more = 0;
    for (int id = whole.variable_count(); id < then.variable_count(); ++id) {
        const Result<std::int64_t> bytes = format::slab_bytes(then, then.variable(id));
        if (!bytes.ok()) return bytes.status();
        more += round_up(bytes.value(), format::padding_unit) -
                format::slab_bytes(now, now.variable(id)).value();
    }
    alignment.header_free =
        std::max(alignment.header_free, format::header_bytes(then) - format::header_bytes(now));
    alignment.variable_free = std::max(alignment.variable_free, more);
    return alignment;
}

/// From the first byte of the variables from `first` on to the last one's end.
region::Interval extent_of_variables(const format::Schema& schema, int first) {
    region::Interval extent;
    for (int id = first; id < schema.variable_count(); ++id) {
        const format::Variable& variable = schema.variable(id);
        const std::int64_t end = variable.begin + format::slab_bytes(schema, variable).value();
        extent = extent.empty() ? region::Interval{variable.begin, end}
                                : region::Interval{std::min(extent.begin, variable.begin),
                                                   std::max(extent.end, end)};
    }
    return extent;
}

}  // namespace

/// Every rank, when it has read that the file is a master.
Status Dataset::adopt_set(parts::Set set, const layout::Layout& masters_layout) {
    Sheet master{.schema = std::move(definition_.schema), .layout = masters_layout};
    definition_.schema = std::move(set.whole);
    const Result<layout::Layout> known = layout::layout_of(definition_.schema);
    if (!known.ok()) return known.status();
    definition_.layout = known.value();
    definition_.set = std::make_shared<FileSet>(std::move(set.table), std::move(master));
    return {};
}

/// This rank alone: what an access to a divided variable needs to know of its parts.
Status Dataset::learn_parts_of(const Prepared& prepared) {
    if (!is_divided(definition_, prepared)) return {};
    for (const int part : parts_of(definition_, prepared)) {
        const Status known = part_files().learn(*definition_.set, definition_.schema, part);
        if (!known.ok()) return known;
    }
    return {};
}

/// Collective. Where the parts of a new set will be, if that is left to Weft and there is something
/// to divide.
Status Dataset::choose_targets() {
    Settings::Parts& asked = settings_.parts;
    if (!is_new_ || !asked.one_per_target) return {};
    parts::Table table = new_table(set_id_, real_path_, asked);
    parts::divide_new_variables(definition_.schema, asked.rules, table);
    if (!table.divides()) return {};
    // Before anything is tried there.
    Settings::Parts one_each = asked;
    one_each.count = static_cast<int>(std::ssize(asked.folders));
    const parts::Table tried = new_table(set_id_, real_path_, one_each);
    const Status named = parts::NameRule(tried, place_of_master(real_path_)).check_new();
    if (!named.ok()) return named;
    Result<Targets> found =
        asked.probe_seconds > 0
            ? try_targets(shared_, real_path_, set_id_, asked.folders, asked.probe_seconds)
            : all_alike(asked.folders);
    if (!found.ok()) return found.status();
    Targets chosen = chosen_of(found.value());
    const auto targets = static_cast<int>(std::ssize(chosen.folders));
    const int ranges =
        asked.watches_targets ? parts::ranges_per_target(definition_.schema, table, targets) : 1;
    asked.count = targets * ranges;
    asked.one_per_target = false;
    asked.folders = each_repeated(chosen.folders, ranges);
    asked.weights = each_repeated(chosen.weights, ranges);
    std::ranges::move(chosen.notes, std::back_inserter(notes_));
    return {};
}

/// What the files of the dataset become with the definitions of now; nothing: it is a single file.
/// A file that was made without a set does not become one.
Result<std::shared_ptr<FileSet>> Dataset::next_set(const Alignment& alignment) {
    const bool may_become_one = is_new_ && settings_.parts.wants_set();
    if (definition_.set == nullptr && !may_become_one) return std::shared_ptr<FileSet>();
    parts::Table table = definition_.set != nullptr
                             ? definition_.set->table()
                             : new_table(set_id_, real_path_, settings_.parts);
    table.next_number = std::max(table.next_number, next_number_);
    parts::divide_new_variables(definition_.schema, settings_.parts.rules, table);
    if (!table.divides()) return std::shared_ptr<FileSet>();
    const Settings::Parts& asked = settings_.parts;
    // Who opens the set later may want to, too, if there is more than one target.
    const bool may_have_epochs = asked.epoch_records > 0 || parts::targets_of(table).size() > 1;
    if (!may_have_epochs || !parts::has_records(definition_.schema, table))
        return set_of(std::move(table), alignment);
    const Result<Alignment> roomy = with_room_for_epochs(definition_.schema, table, alignment);
    return roomy.ok() ? set_of(std::move(table), roomy.value()) : roomy.status();
}

/// With the places of variables in the master, which may have to move.
Result<std::shared_ptr<FileSet>> Dataset::set_of(parts::Table table,
                                                 const Alignment& alignment) const {
    const Status named = parts::NameRule(table, place_of_master(real_path_)).check_new();
    if (!named.ok()) return named;
    Sheet master{.schema = parts::master_of(definition_.schema, table), .layout = {}};
    const std::int64_t header_bytes = format::header_bytes(master.schema);
    const Result<layout::Layout> placed =
        definition_.set != nullptr
            ? layout::place_again(master.schema, header_bytes, alignment,
                                  programs_share(definition_.set->master().schema, *before_))
            : layout::place_variables(master.schema, header_bytes, alignment, nullptr);
    if (!placed.ok()) return placed.status();
    master.layout = placed.value();
    return std::make_shared<FileSet>(std::move(table), std::move(master));
}

/// Rank 0, when the master has been changed. New variables that nobody has written yet are zeros,
/// also where the variables of CF conventions were before.
Status Dataset::clear_old_helpers(const FileSet& next) {
    if (definition_.set == nullptr) return {};
    const region::Interval old =
        extent_of_variables(definition_.set->master().schema, before_->variable_count());
    const format::Schema& now = next.master().schema;
    for (int id = before_->variable_count(); id < definition_.schema.variable_count(); ++id) {
        const format::Variable& variable = now.variable(id);
        if (now.is_record_variable(variable)) continue;
        const std::int64_t begin = std::max(old.begin, variable.begin);
        const std::int64_t end =
            std::min(old.end, variable.begin + format::slab_bytes(now, variable).value());
        if (begin >= end) continue;
        const std::vector<std::byte> zeros(static_cast<std::size_t>(end - begin));
        const Status written = file().write_at(begin, zeros);
        if (!written.ok()) return written;
    }
    return {};
}

/// Rank 0. For software that does not know Weft.
Status Dataset::write_helpers(const FileSet& set, const format::Schema& whole) {
    const format::Schema& master = set.master().schema;
    for (const parts::HelperValues& helper :
         parts::values_of_aggregation(whole, set.table(), master)) {
        const Status written =
            file().write_at(master.variable(helper.variable).begin, helper.bytes);
        if (!written.ok()) return written;
    }
    return {};
}

/// Collective. Before new variables are divided: no part has one with their numbers, which a change
/// that did not come to its end may have left.
Status Dataset::find_free_numbers() {
    if (definition_.set == nullptr ||
        before_->variable_count() == definition_.schema.variable_count())
        return {};
    const Result<int> last = part_files().last_number({*before_, definition_.set->table()});
    const mpi::Agreed agreed = mpi::agree(comm(), last.status());
    if (!agreed.ok()) return agreed.status();
    std::array<std::int64_t, 1> most = {last.value()};
    if (comm().size() > 1) comm().all_reduce_max(most);
    next_number_ = static_cast<int>(most[0]) + 1;
    return {};
}

/// Collective. The master's header is the last that is written: without it there is no dataset.
Status Dataset::make_set(const FileSet& next, const Alignment& alignment,
                         const PooledBytes& header) {
    const WholeSet set{definition_.schema, next.table()};
    std::vector<int> made;
    Status mine = part_files().make(set, alignment, made);
    if (mine.ok() && comm().rank() == root) mine = write_helpers(next, definition_.schema);
    Status status = mpi::agree(comm(), mine).status();
    if (status.ok()) status = write_definitions(view_of(next.master()), header);
    if (!status.ok()) part_files().remove(set, made);
    return status;
}

/// Collective. Parts first, since one that is ahead of its master is no harm. After a failure they
/// must be read anew.
Status Dataset::change_set(const FileSet& next, const Alignment& alignment,
                           const PooledBytes& header) {
    const Status mine = part_files()
                            .change({*before_, definition_.set->table()},
                                    {definition_.schema, next.table()}, alignment, Moves::as_needed)
                            .status;
    Status status = mpi::agree(comm(), mine).status();
    if (status.ok()) status = write_definitions(view_of(next.master()), header);
    broken_ |= !status.ok();
    if (!status.ok()) return status;
    // The set is what it is to be, also when other software cannot find its parts yet.
    if (comm().rank() == root) {
        write_failure_.keep_first(clear_old_helpers(next));
        write_failure_.keep_first(write_helpers(next, definition_.schema));
    }
    // Nobody fills what is being cleared.
    comm().barrier();
    return {};
}

/// Collective, but not agreed on. Names and attributes have changed in data mode, where nothing
/// moves.
Status Dataset::rewrite_set() {
    const FileSet& known = *definition_.set;
    const Status named = part_files().check_names(known.table());
    if (!named.ok()) return named;
    Sheet master{.schema = parts::master_of(definition_.schema, known.table()),
                 .layout = known.master().layout};
    for (int id = 0; id < master.schema.variable_count(); ++id)
        master.schema.variable(id).begin = known.master().schema.variable(id).begin;
    const WholeSet now{definition_.schema, known.table()};
    const ChangeOutcome changed = part_files().change(now, now, {}, Moves::none);
    broken_ |= changed.interrupted;
    Status mine = changed.status;
    auto next = std::make_shared<FileSet>(known.table(), std::move(master));
    definition_.set = next;
    if (comm().rank() != root) return mine;
    if (mine.ok()) mine = replace_header(with_records_of_file(next->master().schema));
    return mine.ok() ? write_helpers(*next, definition_.schema) : mine;
}

}  // namespace weft::dataset
