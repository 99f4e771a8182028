// SPDX-License-Identifier: BSD-3-Clause
#include "sets/set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "container/constants.hpp"
#include "container/fill.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/whole_blocks.hpp"
#include "mpi/agreed.hpp"
#include "parts/aggregation.hpp"
#include "parts/epochs.hpp"
#include "parts/names.hpp"
#include "parts/paths.hpp"
#include "sets/divided.hpp"
#include "sets/joined_file.hpp"
#include "sets/targets.hpp"

namespace weft::sets {
namespace {

using container::Definition;

/// The table of a new set, which divides nothing yet. Without parts if they are not chosen yet.
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

/// With room in the master for all possible epochs, so that no epoch moves data that readers, who
/// opened the set before, have the places of.
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

/// From the first byte of the variables from `first` on to the end of the last one.
region::Interval extent_of_variables(const layout::Placed& file, int first) {
    const model::Schema& schema = file.schema;
    region::Interval extent;
    for (int id = first; id < schema.variable_count(); ++id) {
        const std::int64_t begin = file.layout.begin(id);
        const std::int64_t end = begin + format::slab_bytes(schema, schema.variable(id)).value();
        extent = extent.empty()
                     ? region::Interval{begin, end}
                     : region::Interval{std::min(extent.begin, begin), std::max(extent.end, end)};
    }
    return extent;
}

}  // namespace

Status recognise(std::unique_ptr<container::Container>& file) {
    auto* const master = dynamic_cast<classic::Classic*>(file.get());
    if (master == nullptr) return {};
    const container::Context& context = file->context();
    Definition& definition = context.definition;
    const auto refused = [&](const Status& status) {
        return Status(status.code(), fmt::format("'{}': {}", context.path, status.context()));
    };
    const parts::MasterPlace place = place_of_master(context.real_path);
    auto found =
        parts::merge(master->version(), definition.schema, place, parts::NamesOfParts::when_used);
    if (!found.ok()) return refused(found.status());
    if (!found.value()) return {};
    parts::Set& set = *found.value();
    // One rank reports that a name leads outside the permitted folders.
    const Status named =
        context.is_root() ? parts::NameRule(set.table, place).check_given() : Status();
    if (!named.ok()) return refused(named);
    Result<layout::Placed> whole = layout::placed(std::move(set.whole));
    if (!whole.ok()) return whole.status();
    layout::Placed header{.version = master->version(),
                          .schema = std::move(definition.schema),
                          .layout = master->layout()};
    definition.schema = std::move(whole.value().schema);
    auto files = std::make_shared<FileSet>(std::move(set.table), std::move(header));
    std::unique_ptr<Set> made(new Set(std::move(*master), std::move(files)));
    made->take_whole(std::move(whole.value().layout));
    file = std::move(made);
    return {};
}

/// The layout of the definition, which is not that of the master.
void Set::take_whole(layout::Layout layout) {
    layout_ = placed_ = std::move(layout);
    Definition& whole = definition();
    whole.record_pitch = layout_.record_bytes;
    whole.no_fill.assign(static_cast<std::size_t>(whole.schema.variable_count()), false);
    records_in_parts_ = whole_records_ = recorded_ = whole.schema.record_count;
    if (is_root()) get_bytes_ = header_bytes();
}

/// Through the single file that the set stands for, which knows how far it reaches.
Result<container::Stored> Set::stored() const {
    if (files_ == nullptr) return Classic::stored();
    const Status named =
        parts::NameRule(files_->table(), place_of_master(context_.real_path)).check_all();
    if (!named.ok()) return named;
    storage::Store& store = context_.shared.store();
    auto master = store.open_file(context_.path, {});
    if (!master.ok()) return master.status();
    const layout::Placed& header = files_->master();
    auto joined =
        JoinedFile::of(store, context_.path, std::move(master).value(),
                       {header.version, header.schema, header.layout.begins},
                       {{version(), definition().schema, layout_.begins}, files_->table()});
    if (!joined.ok()) return joined.status();
    std::vector<std::string> short_files = joined.value()->find_short_files();
    container::Stored stored = stored_in(joined.value()->size().value());
    stored.short_files = std::move(short_files);
    const Status closed = joined.value()->close();
    if (!closed.ok()) return closed;
    return stored;
}

void Set::attach() {
    if (files_ != nullptr) part_files().attach(files_);
}

Status Set::check_changing() const {
    return files_ == nullptr ? Status() : check_names(files_->table());
}

void Set::begin_change() {
    if (files_ != nullptr) files_->master().schema.record_count = definition().schema.record_count;
}

/// A variable that is itself an aggregation variable when it is defined stays whole.
Status Set::check_attribute(int owner, std::string_view name) const {
    if (files_ == nullptr && !context_.settings.parts.wants_set()) return {};
    const bool is_global = owner == container::global_attributes_id;
    const bool is_divided = !is_global && files_ != nullptr &&
                            owner < std::ssize(files_->table().variables) &&
                            !files_->division_of(owner).is_whole();
    const bool is_reserved =
        name == (is_global ? parts::names::set : parts::names::division) ||
        (is_divided && std::ranges::find(parts::names::of_divided_variables, name) !=
                           std::end(parts::names::of_divided_variables));
    if (!is_reserved) return {};
    return {Code::ebadname,
            fmt::format("attribute '{}': a set of files uses this name itself", name)};
}

// Data.

std::optional<layout::Place> Set::place_of(int variable) const {
    if (files_ == nullptr) return Classic::place_of(variable);
    if (!files_->division_of(variable).is_whole()) return std::nullopt;
    return files_->place_in_master(variable);
}

Status Set::learn(const container::Prepared& prepared) {
    if (prepared.element_count == 0 || place_of(prepared.variable_id)) return {};
    for (const int part : parts_of(definition(), *files_, prepared)) {
        const Status known = part_files().learn(*files_, definition().schema, part);
        if (!known.ok()) return known;
    }
    return {};
}

void Set::spread(const container::Prepared& prepared, const engine::Piece& model,
                 container::Transfer& transfer) const {
    add_divided_pieces(definition(), *files_, prepared, model, transfer);
}

Status Set::fill(int id, const container::ElementRange& range) {
    if (place_of(id)) return container::fill(context_, id, 0, *place_of(id), range);
    const model::Schema& whole = definition().schema;
    const std::int64_t elements = format::slab_bytes(whole, whole.variable(id)).value() /
                                  types::size_of(whole.variable(id).type);
    Status status;
    std::int64_t begin = 0;  // of a part's elements, counted through those of its epoch
    const parts::Table& table = files_->table();
    for (int part = 0; status.ok() && part < table.part_count(); ++part) {
        if (table.range_of(part) == 0) begin = 0;
        const region::Interval of_epoch = table.records_of(table.epoch_of(part));
        const region::Interval records{
            std::max(of_epoch.begin, range.first_record),
            std::min(of_epoch.end, range.first_record + range.record_count)};
        const std::int64_t end = begin + elements / table.length_of(whole, id) *
                                             table.indices_in(whole, id, part).length();
        const region::Interval of_part{std::max(range.elements.begin, begin),
                                       std::min(range.elements.end, end)};
        if (of_part.begin < of_part.end && records.begin < records.end) {
            status = part_files().learn(*files_, whole, part);
            if (status.ok())
                status = container::fill(context_, id, FileSet::file_of(part),
                                         files_->place_in_part(id, part),
                                         {{of_part.begin - begin, of_part.end - begin},
                                          records.begin - of_epoch.begin,
                                          records.end - records.begin});
        }
        begin = end;
    }
    return status;
}

// The first definition, and later ones.

/// Parts change first.
Status Set::write_ahead(std::span<const std::byte> /*encoded*/) {
    return {};
}

Status Set::commit(const Alignment& alignment, PooledBytes encoded) {
    Status status = find_free_numbers();
    if (status.ok()) status = choose_targets();
    if (!status.ok()) return status;
    const Result<std::shared_ptr<FileSet>> next = next_files(alignment);
    if (!next.ok()) return next.status();
    const bool is_new = condition().is_new;
    if (next.value() == nullptr)
        return is_new && context_.settings.parts.wants_set()
                   ? make_first(std::move(encoded))
                   : Classic::commit(alignment, std::move(encoded));
    PooledBytes header = format::write_header(layout::PlacedView(next.value()->master()).header());
    if (is_new) part_files().attach(next.value());
    status =
        is_new ? make(*next.value(), alignment, header) : change(*next.value(), alignment, header);
    if (!status.ok()) return status;
    files_ = next.value();
    take_placed(std::move(header));
    records_in_parts_ = recorded_;
    // Existing parts may end before the last record that a rank has begun.
    whole_records_ = is_new ? recorded_ : not_known;
    return {};
}

/// Collective, agreed. Writes the header of the first file, when everything else is there.
Status Set::make_first(PooledBytes header) {
    const Status written = is_root() ? write_new_header(header) : Status();
    const Status agreed = mpi::agree_at(comm(), written, container::root).status();
    if (!agreed.ok()) return agreed;
    if (is_root()) put_bytes_ += std::ssize(header);
    take_placed(std::move(header));
    return {};
}

/// Collective. Chooses the targets of a new set's parts, if Weft is to choose and there is
/// something to divide.
Status Set::choose_targets() {
    Settings::Parts& asked = context_.settings.parts;
    if (!condition().is_new || !asked.one_per_target) return {};
    parts::Table table = new_table(id_, context_.real_path, asked);
    parts::divide_new_variables(definition().schema, asked.rules, table);
    if (!table.divides()) return {};
    // Before anything is measured there.
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
    const int ranges =
        asked.watches_targets ? parts::ranges_per_target(definition().schema, table, targets) : 1;
    asked.count = targets * ranges;
    asked.one_per_target = false;
    asked.folders = each_repeated(chosen.folders, ranges);
    asked.weights = each_repeated(chosen.weights, ranges);
    std::ranges::move(chosen.notes, std::back_inserter(condition().notes));
    return {};
}

/// The set that the dataset becomes with the present definition; nothing for a single file. A file
/// that was made without a set does not become one.
Result<std::shared_ptr<FileSet>> Set::next_files(const Alignment& alignment) {
    const bool may_become_one = condition().is_new && context_.settings.parts.wants_set();
    if (files_ == nullptr && !may_become_one) return std::shared_ptr<FileSet>();
    parts::Table table = files_ != nullptr
                             ? files_->table()
                             : new_table(id_, context_.real_path, context_.settings.parts);
    table.next_number = std::max(table.next_number, next_number_);
    parts::divide_new_variables(definition().schema, context_.settings.parts.rules, table);
    if (!table.divides()) return std::shared_ptr<FileSet>();
    const Settings::Parts& asked = context_.settings.parts;
    // A program that opens the set later may watch targets, too, if there is more than one.
    const bool may_have_epochs = asked.epoch_records > 0 || parts::targets_of(table).size() > 1;
    if (!may_have_epochs || !parts::has_records(definition().schema, table))
        return files_of(std::move(table), alignment);
    const Result<Alignment> roomy = with_room_for_epochs(header(), table, alignment);
    return roomy.ok() ? files_of(std::move(table), roomy.value()) : roomy.status();
}

/// With the places of variables in the master, which may have to move.
Result<std::shared_ptr<FileSet>> Set::files_of(parts::Table table,
                                               const Alignment& alignment) const {
    const Status named = parts::NameRule(table, place_of_master(context_.real_path)).check_new();
    if (!named.ok()) return named;
    model::Schema master = parts::master_of(header(), table);
    Result<layout::Layout> placed = place_master(master, alignment);
    if (!placed.ok()) return placed.status();
    return std::make_shared<FileSet>(
        std::move(table), layout::Placed{version(), std::move(master), std::move(placed).value()});
}

Result<layout::Layout> Set::place_master(const model::Schema& master,
                                         const Alignment& alignment) const {
    const std::int64_t header_bytes = format::header_bytes(version(), master);
    if (files_ == nullptr)
        return layout::place_variables(version(), master, header_bytes, alignment);
    const layout::Placed& before = files_->master();
    const model::Schema old = programs_share(before.schema, *definition().before);
    return layout::place_again(version(), master, header_bytes, alignment,
                               {version(), old, before.layout.begins});
}

/// Called on rank 0, after the change of the master. New, unwritten variables are zeros, also where
/// the variables of CF conventions were before.
Status Set::clear_old_helpers(const FileSet& next) {
    if (files_ == nullptr) return {};
    const region::Interval old =
        extent_of_variables(files_->master(), definition().before->variable_count());
    const model::Schema& now = next.master().schema;
    for (int id = definition().before->variable_count(); id < definition().schema.variable_count();
         ++id) {
        const model::Variable& variable = now.variable(id);
        if (now.is_record_variable(variable)) continue;
        const std::int64_t first = next.master().layout.begin(id);
        const std::int64_t begin = std::max(old.begin, first);
        const std::int64_t end =
            std::min(old.end, first + format::slab_bytes(now, variable).value());
        if (begin >= end) continue;
        const std::vector<std::byte> zeros(static_cast<std::size_t>(end - begin));
        const Status written = first_file().write_at(begin, zeros);
        if (!written.ok()) return written;
    }
    return {};
}

/// Called on rank 0. For software that does not know Weft.
Status Set::write_helpers(const FileSet& set, const model::Schema& whole) {
    const layout::Placed& master = set.master();
    for (const parts::HelperValues& helper :
         parts::values_of_aggregation(version(), whole, set.table(), master.schema)) {
        const Status written =
            first_file().write_at(master.layout.begin(helper.variable), helper.bytes);
        if (!written.ok()) return written;
    }
    return {};
}

/// Collective. Before new variables are divided: makes sure that no part has one with their
/// numbers, left by an interrupted change.
Status Set::find_free_numbers() {
    if (files_ == nullptr ||
        definition().before->variable_count() == definition().schema.variable_count())
        return {};
    const Result<int> last = part_files().last_number(set_of(*definition().before, *files_));
    const mpi::Agreed agreed = mpi::agree(comm(), last.status());
    if (!agreed.ok()) return agreed.status();
    std::array<std::int64_t, 1> most = {last.value()};
    if (comm().size() > 1) comm().all_reduce_max(most);
    next_number_ = static_cast<int>(most[0]) + 1;
    return {};
}

/// Collective, agreed. The master's header is written last: without it there is no dataset.
Status Set::make(const FileSet& next, const Alignment& alignment, const PooledBytes& header) {
    const WholeSet set = set_of(definition().schema, next);
    std::vector<int> made;
    Status mine = part_files().make(set, alignment, made);
    if (mine.ok() && is_root()) mine = write_helpers(next, definition().schema);
    Status status = mpi::agree(comm(), mine).status();
    if (status.ok()) {
        mine = is_root() ? write_new_header(header) : Status();
        status = mpi::agree_at(comm(), mine, container::root).status();
    }
    if (!status.ok()) part_files().remove(set, made);
    if (status.ok() && is_root()) put_bytes_ += std::ssize(header);
    return status;
}

/// Collective, agreed. Parts change first, because a part ahead of its master does no harm. After a
/// failure they must be read anew.
Status Set::change(const FileSet& next, const Alignment& alignment, const PooledBytes& header) {
    const Status mine = part_files()
                            .change(set_of(*definition().before, *files_),
                                    set_of(definition().schema, next), alignment, Moves::as_needed)
                            .status;
    Status status = mpi::agree(comm(), mine).status();
    if (status.ok()) status = change_master(next, header);
    condition().broken |= !status.ok();
    if (!status.ok()) return status;
    // The set is complete, even if other software cannot find its parts yet.
    if (is_root()) {
        condition().write_failure.keep_first(clear_old_helpers(next));
        condition().write_failure.keep_first(write_helpers(next, definition().schema));
    }
    // No rank fills what is being cleared.
    comm().barrier();
    return {};
}

/// Collective, agreed.
Status Set::change_master(const FileSet& next, const PooledBytes& header) {
    const layout::PlacedView before = files_->master();
    if (header == format::write_header(before.header())) return {};
    const model::Schema old = programs_share(before.schema, *definition().before);
    const Status changed = Classic::change({version(), old, before.layout}, next.master(), header);
    if (changed.ok() && is_root()) put_bytes_ += std::ssize(header);
    return changed;
}

Status Set::rewrite() {
    if (files_ == nullptr) return Classic::rewrite();
    const Status named = check_names(files_->table());
    if (!named.ok()) return named;
    layout::Placed master{.version = version(),
                          .schema = parts::master_of(header(), files_->table()),
                          .layout = files_->master().layout};
    const WholeSet now = set_of(definition().schema, *files_);
    const classic::ChangeOutcome changed = part_files().change(now, now, {}, Moves::none);
    condition().broken |= changed.interrupted;
    Status mine = changed.status;
    files_ = std::make_shared<FileSet>(files_->table(), std::move(master));
    if (!is_root()) return mine;
    if (mine.ok())
        mine = replace_header(with_records_of_file(layout::PlacedView(files_->master()).header()));
    return mine.ok() ? write_helpers(*files_, definition().schema) : mine;
}

// Records.

Status Set::announce_in_parts(bool& changed) {
    const auto turn = is_root() ? other_writers().take_turn() : nullptr;
    return announce(Sizes::as_they_are, changed);
}

/// Collective, in rank 0's turn: another communicator may have counted more records, and its count
/// stays. Rank 0's file sizes decide.
Status Set::announce(Sizes sizes, bool& changed) {
    if (files_ == nullptr || definition().record_pitch == 0) return {};
    Status mine;
    std::array<std::int64_t, 2> told{};  // records, and whether to settle sizes
    if (is_root()) {
        const Result<std::int64_t> in_file = records_in_file();
        mine = in_file.status();
        told = {std::max(definition().schema.record_count, in_file.ok() ? in_file.value() : 0),
                sizes == Sizes::as_announced};
    }
    // No rank begins before rank 0 has its turn, and the turn ends after all ranks have ended.
    if (comm().size() > 1) comm().all_reduce_max(told);
    const std::int64_t records = told[0];
    // Only rank 0 knows whether this communicator is the last, but every rank has parts to extend.
    sizes = told[1] != 0 ? Sizes::as_announced : Sizes::as_they_are;
    const bool are_short = sizes == Sizes::as_announced && whole_records_ != records;
    if (records_in_parts_ != records || are_short) {
        model::Schema whole = definition().schema;
        whole.record_count = records;
        mine.keep_first(part_files().settle(set_of(whole, *files_), sizes));
        if (is_root()) mine.keep_first(write_helpers(*files_, whole));
        changed |= mine.ok() && records_in_parts_ != records;
        if (mine.ok()) records_in_parts_ = records;
        if (mine.ok() && are_short) whole_records_ = records;
    }
    comm().barrier();
    return mine;
}

Status Set::settle_sizes(bool is_changed) {
    if (files_ == nullptr || definition().record_pitch == 0)
        return Classic::settle_sizes(is_changed);
    const auto turn = is_root() ? other_writers().take_turn() : nullptr;
    const bool is_last = is_root() && other_writers().is_last_to_settle();
    bool changed = false;
    Status mine = announce(is_last ? Sizes::as_announced : Sizes::as_they_are, changed);
    if (is_last)
        mine.keep_first(first_file().settle_size({.size = announced_size(is_changed)}).status());
    return mine;
}

}  // namespace weft::sets
