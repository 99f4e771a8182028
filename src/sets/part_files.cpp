// SPDX-License-Identifier: BSD-3-Clause
#include "sets/part_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "format/header_writer.hpp"
#include "journal/journal.hpp"
#include "layout/moves.hpp"
#include "layout/whole_blocks.hpp"
#include "parts/epochs.hpp"
#include "parts/paths.hpp"
#include "sets/set_removal.hpp"

namespace weft::sets {

using journal::apply_change;
using journal::Change;
using journal::is_interrupted;
using journal::recover_if_interrupted;

namespace {

/// The memory of a rank for each part while it writes to others, if parts have folders of their
/// own, which are assumed to be separate storage targets.
std::int64_t queue_bytes_for(const parts::Table& table) {
    constexpr std::int64_t all = 128 << 20;
    constexpr std::int64_t least = 1 << 20;
    constexpr std::int64_t most = 64 << 20;
    if (table.part_count() < 2) return 0;
    // The statements of a netCDF-4 file about its chunks must not reach the disk before the chunks,
    // and one rank writes them for all.
    if (table.is_in_netcdf4) return 0;
    const std::string_view first = parts::folder_of(table.names[0]);
    const bool share_one = std::ranges::all_of(table.names, [&](std::string_view name) {
        return name.starts_with(first) && name.find('/', first.size()) == std::string_view::npos;
    });
    return share_one ? 0 : std::clamp(all / table.range_count(), least, most);
}

/// Each part lies on the storage targets behind those of the part before it, on one unless more are
/// requested; different sets begin at different targets.
storage::StripingWish striping_of_part(storage::StripingWish wish, const parts::Table& table,
                                       int part) {
    if (wish.inherits) return wish;
    if (wish.stripes == 0) wish.stripes = wish.stripes_per_target;
    if (wish.first_target < 0) wish.first_target = static_cast<std::int64_t>(table.id[0] % 65536);
    wish.first_target +=
        static_cast<std::int64_t>(part) * std::max(1, wish.stripes / wish.stripes_per_target);
    return wish;
}

Status in_master(const std::string& master, const Status& status) {
    if (status.ok()) return {};
    return {status.code(), fmt::format("'{}': {}", master, status.context())};
}

}  // namespace

/// Runs on this rank's share of the parts from `first` on, on all of them even if one fails.
/// Returns the first failure.
Status PartFiles::for_mine(const WholeSet& set, const std::function<Status(int)>& work, int first) {
    Status status;
    const region::Interval mine = shared_.io_ranks().share_of(set.table.part_count() - first);
    for (std::int64_t i = mine.begin; i < mine.end; ++i) {
        const int part = first + static_cast<int>(i);
        status.keep_first(of_part(set, master_, part, mpi::local([&] { return work(part); })));
    }
    return status;
}

/// Slow facts of each part are found out at its first use.
void PartFiles::attach(std::shared_ptr<const FileSet> files, ChunkSpaces spaces) {
    // If targets are watched for future records.
    const bool is_watched = settings_.parts.watches_targets && shared_.is_writable() &&
                            !files->table().is_in_netcdf4 &&
                            files->master().schema.record_dimension() >= 0;
    struct Terms {
        std::int64_t queue_bytes;
        std::vector<int> targets;  // of the parts, if they are watched
    };
    const int count = files->table().part_count();
    const std::size_t file_count = FileSet::file_of(count);
    auto place_of = [files = std::move(files), master = master_, is_watched, file_count,
                     space = std::move(spaces.place),
                     terms = std::optional<Terms>()](std::size_t number) mutable {
        if (number >= file_count) return space(number - file_count);
        const parts::Table& table = files->table();
        if (!terms) {
            terms = {.queue_bytes = queue_bytes_for(table), .targets = {}};
            if (is_watched && terms->queue_bytes > 0) terms->targets = targets_of_parts(table);
        }
        return files::SharedFile::LatePlace{
            .path = parts::path_of_part(master, table.names[number - 1]),
            .queue_bytes = terms->queue_bytes,
            .target = terms->targets.empty() ? -1 : terms->targets[number - 1]};
    };
    shared_.expect_late(file_count, spaces.count, std::move(place_of));
}

Status PartFiles::check_names(const parts::Table& table) const {
    return in_master(master_, parts::NameRule(table, place_of_master(master_)).check_all());
}

Status PartFiles::check_name(const parts::Table& table, int part) const {
    return in_master(master_, parts::NameRule(table, place_of_master(master_)).check(part));
}

Result<PartInFile> PartFiles::read(const WholeSet& set, int part) {
    const Status named = check_name(set.table, part);
    if (!named.ok()) return named;
    const Status recovered = recover_part(set, part);
    return recovered.ok() ? read_part(file_of(part), set, part) : recovered;
}

Status PartFiles::recover_part(const WholeSet& set, int part) {
    storage::File& file = file_of(part);
    const Result<bool> interrupted = is_interrupted(file);
    if (!interrupted.ok() || !interrupted.value()) return interrupted.status();
    if (!shared_.is_writable() && !settings_.recovers_for_reading)
        return {Code::efile,
                "it holds an interrupted change of its definition; run `weft recover` on the set"};
    const Status is_its = may_recover_part(file, set, master_, part);
    if (!is_its.ok()) return is_its;
    return recover_if_interrupted(shared_.store(), path_of_part(set, master_, part), file,
                                  shared_.is_writable());
}

Status PartFiles::learn(FileSet& files, const model::Schema& whole, int part) {
    if (files.knows(part)) return {};
    const Status named = check_name(files.table(), part);
    if (!named.ok()) return named;
    const WholeSet set{files.master().version, whole, files.table()};
    const Status recovered = of_part(set, master_, part, recover_part(set, part));
    return recovered.ok() ? learn_part(file_of(part), set, master_, part, files) : recovered;
}

Status PartFiles::make(const WholeSet& set, const layout::Alignment& alignment,
                       std::vector<int>& made, int first) {
    return for_mine(
        set, [&](int part) { return make_part(set, part, alignment, made); }, first);
}

Status PartFiles::make_part(const WholeSet& set, int part, const layout::Alignment& alignment,
                            std::vector<int>& made) {
    const std::string path = path_of_part(set, master_, part);
    const Status cleared = clear_place_of_part(shared_.store(), path);
    if (!cleared.ok()) return cleared;
    const storage::StripingWish wish =
        striping_of_part(shared_.settings().striping, set.table, part);
    auto file = shared_.store().open_file(
        path,
        {.writable = true, .create = true, .exclusive = true, .striped = !wish.is_the_folders()});
    if (!file.ok()) return file.status();
    made.push_back(part);
    shared_.note_made(path);
    Status status = file.value()->stripe(wish).status();
    if (status.ok())
        status = set.table.is_in_netcdf4 ? write_begun(*file.value())
                                         : write_new(set, part, alignment, *file.value());
    if (status.ok()) status = file.value()->close();
    // The rank that has made and opened it will also sync it.
    return status.ok() ? file_of(part).size().status() : status;
}

Status PartFiles::write_new(const WholeSet& set, int part, const layout::Alignment& alignment,
                            storage::File& file) {
    model::Schema schema = parts::part_of(set.whole, set.table, part).schema;
    name_master_in(schema, set.table, part, master_);
    const auto layout = layout::place_variables(
        set.version, schema, format::header_bytes(set.version, schema), alignment);
    if (!layout.ok()) return layout.status();
    const PooledBytes header = format::write_header({set.version, schema, layout.value().begins});
    const Status written = file.write_at(0, header);
    if (!written.ok()) return written;
    return file.resize(
        std::max(layout.value().file_bytes(schema.record_count), std::ssize(header)));
}

/// Does not open the files, because the means may be gone.
void PartFiles::remove(const WholeSet& set, const std::vector<int>& made) {
    shared_.stage().forget_files();
    for (const int part : made) {
        (void)mpi::local([&] {
            shared_.forget(FileSet::file_of(part));
            return shared_.store().remove(path_of_part(set, master_, part));
        });
    }
}

ChangeOutcome PartFiles::change(const WholeSet& before, const WholeSet& now,
                                const layout::Alignment& alignment, Moves moves) {
    bool interrupted = false;
    const Status status = for_mine(now, [&](int part) {
        const ChangeOutcome outcome = change(before, now, part, alignment, moves);
        interrupted |= outcome.interrupted;
        return outcome.status;
    });
    return {status, interrupted};
}

ChangeOutcome PartFiles::change(const WholeSet& before, const WholeSet& now, int part,
                                const layout::Alignment& alignment, Moves moves) {
    const Result<PartInFile> found = read(before, part);
    if (!found.ok()) return {found.status()};
    const format::HeaderView old = found.value().header();
    model::Schema schema = parts::extended(found.value().part, now.whole, now.table, part).schema;
    // Another communicator may have counted more records.
    if (moves == Moves::none)
        schema.record_count = std::max(schema.record_count, old.schema.record_count);
    const std::int64_t header_bytes = format::header_bytes(old.version, schema);
    // Without moves variables keep their places, and there are no new ones.
    const Result<layout::Layout> layout =
        moves == Moves::none
            ? layout::layout_of({old.version, schema, old.begins})
            : layout::place_again(old.version, schema, header_bytes, alignment, old);
    if (!layout.ok()) return {layout.status()};
    storage::File& file = file_of(part);
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return {bytes.status()};
    Change change{.header = format::write_header({old.version, schema, layout.value().begins}),
                  .moves = layout::moves_between(old.schema, found.value().layout, layout.value(),
                                                 schema.record_count),
                  .old_file_bytes = bytes.value(),
                  .new_file_bytes = bytes.value()};
    if (change.header == format::write_header(old)) return {};
    change.header.resize(std::max(change.header.size(), format::write_header(old).size()));
    change.new_file_bytes = std::max(
        {bytes.value(), std::ssize(change.header), layout.value().file_bytes(schema.record_count)});
    const mpi::Comm self = mpi::Comm::self();
    ChangeOutcome outcome{{}, true};  // until it has succeeded
    const Status status = mpi::local([&] {
        outcome = apply_change(change, file, settings_.move_chunk_bytes, self.view(),
                               mpi::IoRanks(self.view()));
        return outcome.status;
    });
    return {status, outcome.interrupted};
}

Status PartFiles::settle(const WholeSet& set, Sizes sizes) {
    return for_mine(set, [&](int part) { return settle(set, part, sizes); });
}

Status PartFiles::settle(const WholeSet& set, int part, Sizes sizes) {
    const Result<PartInFile> found = read(set, part);
    if (!found.ok()) return found.status();
    const std::int64_t counted = found.value().part.schema.record_count;
    // Another communicator may have counted more records.
    const std::int64_t records =
        std::max(set.table.records_in(part, set.whole.record_count), counted);
    storage::File& file = file_of(part);
    Status status;
    if (sizes == Sizes::as_announced) {
        const Result<std::int64_t> bytes = file.size();
        if (!bytes.ok()) return bytes.status();
        const std::int64_t wanted = found.value().layout.file_bytes(records);
        if (bytes.value() < wanted) status = file.resize(wanted);
    }
    if (status.ok() && records != counted)
        status = file.write_at(format::record_count_offset,
                               format::encode_record_count(set.version, records));
    return status;
}

Result<int> PartFiles::last_number(const WholeSet& set) {
    int last = 0;
    const Status status = for_mine(set, [&](int part) {
        const Result<PartInFile> found = read(set, part);
        if (found.ok()) last = std::max(last, parts::last_number_in(found.value().part.schema));
        return found.status();
    });
    if (!status.ok()) return status;
    return last;
}

}  // namespace weft::sets
