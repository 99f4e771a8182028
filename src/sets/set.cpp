// SPDX-License-Identifier: BSD-3-Clause
#include "sets/set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <vector>

#include "container/array_references.hpp"
#include "container/constants.hpp"
#include "container/fill.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "hdf5/hdf5_writer.hpp"
#include "layout/whole_blocks.hpp"
#include "mpi/agreed.hpp"
#include "parts/epochs.hpp"
#include "parts/names.hpp"
#include "parts/paths.hpp"
#include "sets/divided.hpp"
#include "sets/divided_references.hpp"
#include "sets/joined_file.hpp"
#include "sets/read_part.hpp"

namespace weft::sets {
namespace {

using container::Definition;

/// Called on rank 0. Returns false if another communicator may write to the set, because it would
/// use the table that it has read. None begins to write while the lock is held. Returns true also
/// if this is unknown.
bool is_alone(engine::OtherWriters& others, engine::OtherWriters::Hold& lock) {
    if (!others.is_known()) return true;
    lock = others.keep_out();
    return lock != nullptr;
}

/// Fails if another communicator has the set open: only one at a time may write to parts that are
/// netCDF-4 files (hdf5/hdf5_writer.hpp).
Status check_alone(const container::Context& context) {
    if (!context.is_root()) return {};
    auto& others = context.shared.file().other_writers;
    if (!others || !others->are_there()) return {};
    return {
        Code::eaccess,
        fmt::format("'{}': others have this set of netCDF-4 files open for writing", context.path)};
}

/// Whether data of the program's variables in the master change their places, so that readers that
/// have the set open would not find them.
bool moves_data(const layout::Layout& before, const layout::Layout& now,
                const model::Schema& whole) {
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (before.begin(id) != now.begin(id)) return true;
    }
    return false;
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
    if (files->table().is_in_netcdf4 && context.shared.is_writable()) {
        const Status alone = check_alone(context);
        if (!alone.ok()) return alone;
    }
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

/// Looks at the single file that the set stands for, which knows how far it reaches.
Result<container::Stored> Set::stored() const {
    if (files_ == nullptr) return Classic::stored();
    // A chunk that nobody has written is stored nowhere, and has the fill value.
    if (is_in_netcdf4()) return stored_in(layout_.file_bytes(definition().schema.record_count));
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
    if (is_in_netcdf4()) netcdf4_.attach();
    if (files_ == nullptr) return;
    attach_parts(files_);
    if (!is_in_netcdf4()) return;
    const bool is_writable = context_.shared.is_writable();
    if (!is_writable && comm().size() == 1) return;
    const Status opened = netcdf4_.open(*files_, set_of(definition().schema, *files_));
    if (is_writable) opened_ = opened;
}

/// The engine learns their files, and the spaces of their chunks.
void Set::attach_parts(const std::shared_ptr<FileSet>& files) {
    if (!files->table().is_in_netcdf4) return part_files().attach(files);
    const auto parts = static_cast<std::size_t>(files->table().part_count());
    const auto variables = static_cast<std::size_t>(definition().schema.variable_count());
    part_files().attach(files, {.count = parts * variables, .place = [=, this](std::size_t space) {
                                    return netcdf4_.target_of(*files,
                                                              static_cast<int>(space / parts),
                                                              static_cast<int>(space % parts));
                                }});
}

container::Limits Set::limits() const {
    container::Limits limits = Classic::limits();
    if (is_in_netcdf4()) limits.variable_dimensions = hdf5::most_dimensions;
    return limits;
}

Status Set::check_changing() const {
    if (files_ == nullptr) return {};
    return opened_.ok() ? check_names(files_->table()) : opened_;
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
    if (!is_reserved) return is_in_netcdf4() ? hdf5::check_attribute_name(name) : Status();
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
    if (!opened_.ok()) return opened_;
    for (const int part : parts_of(definition(), *files_, prepared)) {
        const Status known = learn_part(part);
        if (!known.ok()) return known;
    }
    return {};
}

/// Reads a part, unless it is known.
Status Set::learn_part(int part) {
    if (!is_in_netcdf4()) return part_files().learn(*files_, definition().schema, part);
    if (files_->knows(part)) return {};
    const Status named = part_files().check_name(files_->table(), part);
    if (!named.ok()) return named;
    return netcdf4_.learn(*files_, set_of(definition().schema, *files_), part);
}

void Set::spread(const container::Prepared& prepared, const engine::Piece& model,
                 container::Transfer& transfer) const {
    add_divided_pieces(definition(), *files_, prepared, model, transfer);
}

Result<std::unique_ptr<container::References>> Set::references(int variable,
                                                               std::int64_t array_chunk_bytes) {
    if (const auto place = place_of(variable))
        return container::references_in(*place, 0, array_chunk_bytes);
    const std::vector<int> parts = parts_with(definition().schema, files_->table(), variable);
    bool are_chunks = false;
    for (const int part : parts) {
        const Status known = learn_part(part);
        if (!known.ok()) return known;
        are_chunks = are_chunks || files_->grid_in_part(variable, part) != nullptr;
    }
    if (!are_chunks)
        return references_to_arrays(definition().schema, *files_, variable, array_chunk_bytes);
    std::vector<ReferencesOfPart> found;
    for (const int part : parts) {
        auto of_part = netcdf4_.references(*files_, variable, part, array_chunk_bytes);
        if (!of_part.ok()) return of_part.status();
        found.push_back({part, std::move(of_part).value()});
    }
    return joined_references(definition().schema, files_->table(), variable, std::move(found));
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
        if (records.begin < records.end)
            status =
                fill_part(id, part,
                          {{of_part.begin - begin, std::max(of_part.begin, of_part.end) - begin},
                           records.begin - of_epoch.begin,
                           records.end - records.begin});
        begin = end;
    }
    return status;
}

/// Fills a range, which may be empty and is counted through the variable in the part. If the part
/// has chunks, each rank takes its share of them, whatever the range is.
Status Set::fill_part(int id, int part, const container::ElementRange& range) {
    const bool is_empty = range.elements.empty();
    if (is_empty && !is_in_netcdf4()) return {};
    const Status known = learn_part(part);
    if (!known.ok()) return known;
    const bool has_some = files_->id_in_part(id, part) != parts::Part::none;
    if (has_some && files_->grid_in_part(id, part) != nullptr)
        return netcdf4_.fill(part, files_->id_in_part(id, part), range);
    return is_empty ? Status()
                    : container::fill(context_, id, FileSet::file_of(part),
                                      files_->place_in_part(id, part), range);
}

// The first definition, and later ones.

/// Parts change first.
Status Set::write_ahead(std::span<const std::byte> /*encoded*/) {
    return {};
}

Status Set::commit(const Alignment& alignment, PooledBytes encoded) {
    Status status = files_ == nullptr ? Status() : find_free_numbers();
    if (status.ok()) status = planner_.choose_targets();
    if (!status.ok()) return status;
    const Result<std::shared_ptr<FileSet>> next =
        planner_.next_files(files_.get(), header(), alignment);
    if (!next.ok()) return next.status();
    const bool is_new = condition().is_new;
    if (next.value() == nullptr)
        return is_new && context_.settings.parts.wants_set()
                   ? make_first(std::move(encoded))
                   : Classic::commit(alignment, std::move(encoded));
    PooledBytes header = format::write_header(layout::PlacedView(next.value()->master()).header());
    if (is_new) attach_parts(next.value());
    status =
        is_new ? make(*next.value(), alignment, header) : change(*next.value(), alignment, header);
    if (!status.ok()) return status;
    files_ = next.value();
    if (!is_new && is_in_netcdf4()) attach_parts(files_);  // new variables have spaces
    take_placed(std::move(header));
    records_in_parts_ = recorded_;
    // Existing parts may end before the last record that a rank has begun.
    whole_records_ = is_new ? recorded_ : not_known;
    return {};
}

/// Collective, agreed.
Status Set::find_free_numbers() {
    if (!opened_.ok()) return opened_;
    return planner_.find_free_numbers([this] {
        return is_in_netcdf4() ? Result<int>(netcdf4_.last_number())
                               : part_files().last_number(set_of(*definition().before, *files_));
    });
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

/// Collective, agreed. The master's header is written last: without it there is no dataset.
Status Set::make(FileSet& next, const Alignment& alignment, const PooledBytes& header) {
    const WholeSet set = set_of(definition().schema, next);
    std::vector<int> made;
    Status mine = make_parts(next, alignment, made);
    if (mine.ok() && is_root()) mine = write_helpers(next, definition().schema);
    Status status = mpi::agree(comm(), mine).status();
    if (status.ok()) {
        mine = is_root() ? write_new_header(header) : Status();
        // Who replaces or removes the set finds its parts by what the file has.
        if (mine.ok() && is_root()) mine = context_.shared.stage().drain();
        status = mpi::agree_at(comm(), mine, container::root).status();
    }
    if (!status.ok()) part_files().remove(set, made);
    if (status.ok() && is_root()) put_bytes_ += std::ssize(header);
    return status;
}

/// Collective. `made`: the files that this rank has made.
Status Set::make_parts(FileSet& next, const Alignment& alignment, std::vector<int>& made) {
    const WholeSet set = set_of(definition().schema, next);
    const Status mine = part_files().make(set, alignment, made);
    if (!next.table().is_in_netcdf4) return mine;
    const Status agreed = mpi::agree(comm(), mine).status();
    return agreed.ok() ? netcdf4_.make(next, set, alignment) : agreed;
}

/// Collective, agreed. Parts change first, because a part ahead of its master does no harm. After a
/// failure they must be read anew.
Status Set::change(FileSet& next, const Alignment& alignment, const PooledBytes& header) {
    Status status = mpi::agree(comm(), change_parts(next, alignment)).status();
    // The header may not change, and then the count has not been written with it.
    if (status.ok() && is_in_netcdf4())
        status = mpi::agree_at(comm(), Classic::announce_records(), container::root).status();
    if (status.ok()) status = change_master(next, header);
    condition().broken |= !status.ok();
    if (!status.ok()) return status;
    // The set is complete, even if other software cannot find its parts yet.
    if (is_root()) {
        condition().write_failure.keep_first(
            clear_old_aggregation(first_file(), definition(), *files_, next));
        condition().write_failure.keep_first(write_helpers(next, definition().schema));
    }
    // No rank may fill what is still being cleared.
    comm().barrier();
    return {};
}

/// Collective.
Status Set::change_parts(FileSet& next, const Alignment& alignment) {
    const WholeSet now = set_of(definition().schema, next);
    if (is_in_netcdf4()) return netcdf4_.change(next, *files_, now, alignment);
    const WholeSet before = set_of(*definition().before, *files_);
    return part_files().change(before, now, alignment, Moves::as_needed).status;
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
    const Status may = check_changing();
    if (!may.ok()) return may;
    layout::Placed master{.version = version(),
                          .schema = parts::master_of(header(), files_->table()),
                          .layout = files_->master().layout};
    auto next = std::make_shared<FileSet>(files_->table(), std::move(master));
    Status mine = rewrite_parts(*next);
    files_ = std::move(next);
    if (is_in_netcdf4()) attach_parts(files_);
    if (!is_root()) return mine;
    if (mine.ok())
        mine = replace_header(with_records_of_file(layout::PlacedView(files_->master()).header()));
    return mine.ok() ? write_helpers(*files_, definition().schema) : mine;
}

/// Collective. `next`: with the new names and attributes.
Status Set::rewrite_parts(FileSet& next) {
    const WholeSet now = set_of(definition().schema, *files_);
    if (is_in_netcdf4()) {
        const Status rewritten = netcdf4_.rewrite(next, *files_, now);
        condition().broken |= !rewritten.ok();
        return rewritten;
    }
    const journal::ChangeOutcome changed = part_files().change(now, now, {}, Moves::none);
    condition().broken |= changed.interrupted;
    return changed.status;
}

// Records.

/// The books of netCDF-4 parts have the records first: a reader believes the master.
Status Set::announce_records() {
    return files_ != nullptr && is_in_netcdf4() ? Status() : Classic::announce_records();
}

/// Another program may have begun an epoch, whose records are in other files: a reader takes the
/// table of files from the same look at the master as the number of records.
Status Set::take_up_records() {
    if (files_ == nullptr) return Classic::take_up_records();
    if (context_.shared.is_writable()) return Classic::take_up_records();
    const Status renewed = context_.shared.renew();
    std::vector<std::byte> told;
    const mpi::Agreed heard =
        mpi::lead(comm(), renewed, told, container::root, [&] { return read_grown_master(told); });
    if (!heard.ok() || told.empty()) return heard.status();
    return mpi::agree(comm(), mpi::local([&] { return take_up_master(told); })).status();
}

/// Called on rank 0. `told`: the header of the master, if it counts more records than are known,
/// and if it is not just changing.
Status Set::read_grown_master(std::vector<std::byte>& told) const {
    const Result<std::int64_t> count = settled_records();
    if (!count.ok() || count.value() <= definition().schema.record_count) return count.status();
    const Result<format::Header> before = header_in(first_file());
    const Result<bool> is_changing = journal::is_interrupted(first_file());
    if (!is_changing.ok()) return is_changing.status();
    Result<format::Header> header = header_in(first_file());
    if (is_changing.value() || !before.ok() || !header.ok()) return {};
    if (format::write_header(header.value()) != format::write_header(before.value())) return {};
    std::int64_t& records = header.value().schema.record_count;
    const std::int64_t known = definition().schema.record_count;
    records = classic::whole_records(first_file(), known, records);
    if (records <= known) return {};
    const PooledBytes bytes = format::write_header(header.value());
    told.assign(bytes.begin(), bytes.end());
    return {};
}

Status Set::take_up_master(std::span<const std::byte> told) {
    format::MemorySource source(told);
    Result<format::Header> read =
        format::read_header(source, std::numeric_limits<std::int64_t>::max());
    if (!read.ok()) return read.status();
    Result<layout::Placed> master = layout::placed(std::move(read).value());
    if (!master.ok()) return master.status();
    auto found = parts::merge(master.value().version, master.value().schema,
                              place_of_master(context_.real_path), parts::NamesOfParts::when_used);
    if (!found.ok()) return found.status();
    const bool is_same =
        found.value() &&
        found.value()->whole.schema.variable_count() == definition().schema.variable_count() &&
        found.value()->table.range_count() == files_->table().range_count();
    if (!is_same)
        return {Code::efile,
                fmt::format("'{}': its definition has changed; open it again", context_.path)};
    const std::int64_t records = found.value()->whole.schema.record_count;
    if (found.value()->table.epoch_count() != files_->table().epoch_count()) {
        auto next =
            std::make_shared<FileSet>(std::move(found.value()->table), std::move(master).value());
        next->take_known(*files_);
        files_ = std::move(next);
        attach_parts(files_);
    }
    definition().schema.record_count = records;
    return {};
}

/// Called on rank 0, when the parts have the records.
Status Set::count_in_master() {
    const std::int64_t records = definition().schema.record_count;
    if (records_in_parts_ == records) return {};
    Status counted = Classic::announce_records();
    if (counted.ok()) counted = write_helpers(*files_, definition().schema);
    if (counted.ok()) records_in_parts_ = records;
    return counted;
}

Status Set::announce_rest(bool& changed) {
    if (files_ != nullptr && is_in_netcdf4()) {
        if (!writes_netcdf4()) return {};
        const Status mine = netcdf4_.announce(set_of(definition().schema, *files_), changed);
        return mine.ok() && is_root() ? count_in_master() : mine;
    }
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
    if (files_ != nullptr && is_in_netcdf4()) {
        if (!writes_netcdf4()) return {};
        Status mine = netcdf4_.settle(set_of(definition().schema, *files_), is_changed);
        if (mine.ok() && is_root()) mine = count_in_master();
        return mine.ok() ? Classic::settle_sizes(is_changed) : mine;
    }
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

// Epochs: future records go to other files (epoch_schedule.hpp).
//
// An epoch begins after a collective put, when all ranks know the same number of records, and no
// access is underway whose places in files are already known. As in a change of definitions, the
// new parts are made first. The master, which makes them valid, changes last and by its journal,
// when everything else is on the disk: a crash leaves the set without the epoch, and at most files
// that the next epoch replaces.
//
// Other communicators that have the set open for writing know only the table that they have read.
// So an epoch begins only without other writers (engine/window/other_writers.hpp), and behind all
// records that the master counts.

Status Set::gather_puts() {
    return writes_netcdf4() ? netcdf4_.gather_puts() : Status();
}

Status Set::after_put() {
    if (writes_netcdf4()) return netcdf4_.after_put();
    if (is_in_netcdf4()) return {};
    if (files_ == nullptr || !context_.shared.is_writable() || condition().broken) return {};
    const auto targets = epochs_.due(context_, files_->table());
    if (!targets) return {};
    const int epochs = files_->table().epoch_count();
    const Status begun = begin_epoch(*targets);
    const parts::Table& now = files_->table();
    if (now.epoch_count() > epochs)
        epochs_.note_begun(now, *targets, condition().notes);
    else
        epochs_.ask_again();
    return begun;
}

/// Collective. `targets`: of each range, among those of the set. A failure that leaves the set
/// unchanged is not reported to the program: it goes on in the epoch before, as it does while
/// others write to the set.
Status Set::begin_epoch(std::span<const int> targets) {
    // Other writers may have counted more records, in the files of the epoch before.
    constexpr std::int64_t none = -1;
    engine::OtherWriters::Hold lock;
    std::array<std::int64_t, 1> counted = {none};
    if (is_root() && is_alone(other_writers(), lock)) {
        const Result<std::int64_t> records = records_in_file();
        if (records.ok()) counted[0] = records.value();
    }
    comm().broadcast(std::as_writable_bytes(std::span(counted)), container::root);
    if (counted[0] == none) return {};
    definition().schema.record_count = std::max(definition().schema.record_count, counted[0]);
    const Status named = check_names(files_->table());
    if (!named.ok()) {
        epochs_.give_up();
        condition().notes.push_back("part files for new records cannot be made: " +
                                    named.context());
        return {};
    }
    const Status made = make_epoch(targets);
    if (made.ok()) return made;
    epochs_.give_up();
    if (condition().broken) return made;
    condition().notes.push_back("part files for new records could not be made: " + made.context());
    return {};
}

/// Collective. A failure leaves the set unchanged, unless the change of the master was interrupted.
Status Set::make_epoch(std::span<const int> targets) {
    FileSet& before = *files_;
    const int first = before.table().part_count();
    definition().before = definition().schema;
    begin_change();
    const Result<std::shared_ptr<FileSet>> next = planner_.files_of(
        parts::with_epoch(before.table(), definition().schema.record_count, targets), &before,
        header(),
        {.variable_align = definition().alignment.variable_align,
         .record_align = definition().alignment.record_align});
    Status mine = next.status();
    if (mine.ok() &&
        moves_data(before.master().layout, next.value()->master().layout, *definition().before))
        mine = {Code::enotsupport, "the master has no room for one more epoch"};
    Status status = mpi::agree(comm(), mine).status();
    if (status.ok()) {
        std::vector<int> made;
        status = write_epoch(next.value(), first, made);
        if (status.ok()) {
            next.value()->take_known(before);
            files_ = next.value();
        } else if (!condition().broken) {
            part_files().remove(set_of(definition().schema, *next.value()), made);
        }
        comm().barrier();
    }
    definition().before.reset();
    return status;
}

/// Collective. Makes the parts from `first` on, and then changes the master.
Status Set::write_epoch(const std::shared_ptr<FileSet>& next, int first, std::vector<int>& made) {
    part_files().attach(next);
    Status mine =
        part_files().make(set_of(definition().schema, *next), definition().alignment, made, first);
    // The master survives a power failure: so must the parts that it names, and the records that it
    // counts.
    const Status synced = context_.shared.sync();
    condition().lost_by_sync.keep_first(synced);
    mine.keep_first(synced);
    Status status = mpi::agree(comm(), mine).status();
    PooledBytes header = format::write_header(layout::PlacedView(next->master()).header());
    if (status.ok()) status = change_master(*next, header);
    if (!status.ok()) return status;
    recorded_ = definition().schema.record_count;
    if (is_root()) {
        condition().write_failure.keep_first(write_helpers(*next, definition().schema));
        header_in_file_ = std::move(header);
    }
    return {};
}

}  // namespace weft::sets
