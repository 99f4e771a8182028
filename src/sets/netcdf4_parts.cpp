// SPDX-License-Identifier: BSD-3-Clause
#include "sets/netcdf4_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "classic/file_source.hpp"
#include "container/constants.hpp"
#include "format/signature.hpp"
#include "hdf5/hdf5.hpp"
#include "hdf5/hdf5_writer.hpp"
#include "hdf5/layout.hpp"
#include "hdf5/library.hpp"
#include "hdf5/schema.hpp"
#include "mpi/agreed.hpp"
#include "storage/as_opened.hpp"

namespace weft::sets {
namespace {

/// The smallest cache for the chunks of a part.
constexpr std::int64_t least_cache_bytes = 8 << 20;

/// The chunks that a program or a command has chosen for the whole may be longer than the part.
void shorten_chunks(model::Schema& schema, int first) {
    for (int id = first; id < schema.variable_count(); ++id) {
        model::Variable& variable = schema.variable(id);
        if (variable.storage == nullptr || variable.storage->chunk.empty()) continue;
        model::Storage storage = *variable.storage;
        for (std::size_t i = 0; i < storage.chunk.size(); ++i) {
            const model::Dimension& dimension = schema.dimension(variable.dimension_ids[i]);
            if (!dimension.is_unlimited && dimension.length > 0)
                storage.chunk[i] = std::min(storage.chunk[i], dimension.length);
        }
        variable.storage = std::make_shared<const model::Storage>(std::move(storage));
    }
}

/// The order of bytes is that of the master.
Status check_byte_order(const parts::Part& part, const model::Schema& whole) {
    for (int id = 0; id < whole.variable_count(); ++id) {
        const int there = part.variable_ids[static_cast<std::size_t>(id)];
        if (there == parts::Part::none) continue;
        const model::Variable& variable = part.schema.variable(there);
        if (types::size_of(variable.type) > 1 &&
            variable.byte_order != whole.variable(id).byte_order)
            return {Code::enotnc, fmt::format("its variable '{}' has another byte order than the "
                                              "set",
                                              variable.name)};
    }
    return {};
}

}  // namespace

Result<bool> is_netcdf4(storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    classic::FileSource source(file, format::signature_bytes);
    const auto found =
        format::find_signature(source, bytes.value(), std::span(&format::hdf5_signature, 1));
    if (!found.ok()) return found.status();
    return found.value().has_value();
}

Result<model::Schema> schema_in_netcdf4(storage::File& file, const std::string& path,
                                        bool is_trusted) {
    auto books = hdf5::OpenedBooks::open(file, hdf5::page_bytes_for(path), is_trusted);
    if (!books.ok()) return books.status();
    const auto told = books.value()->describe();
    if (!told.ok()) return told.status();
    const auto description = hdf5::decode(told.value());
    if (!description.ok()) return description.status();
    return hdf5::schema_of(description.value());
}

Netcdf4Parts::Part& Netcdf4Parts::use(const WholeSet& set, int part) {
    const auto number = static_cast<std::size_t>(part);
    if (parts_.size() <= number) parts_.resize(number + 1);
    if (parts_[number] != nullptr) return *parts_[number];
    auto its = std::make_unique<Part>();
    its->settings = context_.settings;
    its->settings.parts = {};
    // The open chunks of all parts together are limited like those of a single file.
    const std::int64_t parts = set.table.part_count();
    its->settings.open_chunk_bytes /= parts;
    its->definition.format = container::format_numbers::netcdf4;
    its->path = path_of_part(set, context_.real_path, part);
    const container::Context context{context_.shared, its->definition, its->settings,
                                     its->condition,  its->path,       its->path};
    hdf5::PlaceInSet place{.file = FileSet::file_of(part), .manner = manner_};
    place.manner.cache_bytes = std::max(least_cache_bytes, manner_.cache_bytes / parts);
    if (context_.shared.is_writable())
        its->file = std::make_unique<hdf5::Hdf5Writer>(context, place);
    else
        its->file = std::make_unique<hdf5::Hdf5>(context, place);
    its->definition.limits = its->file->limits();
    parts_[number] = std::move(its);
    return *parts_[number];
}

files::SharedFile::LatePlace Netcdf4Parts::target_of(const FileSet& files, int variable, int part) {
    hdf5::FileContainer& file = *parts_[static_cast<std::size_t>(part)]->file;
    return file.target_of(files.id_in_part(variable, part));
}

Result<std::unique_ptr<container::References>> Netcdf4Parts::references(
    const FileSet& files, int variable, int part, std::int64_t array_chunk_bytes) {
    hdf5::FileContainer& file = *parts_[static_cast<std::size_t>(part)]->file;
    return file.references(files.id_in_part(variable, part), array_chunk_bytes);
}

/// The container has the definition of the part's file. Takes it as this part of this set.
Status Netcdf4Parts::hear(FileSet& files, const WholeSet& set, int part) {
    Part& its = use(set, part);
    auto found = parts::as_part(its.definition.schema, set.whole, set.table, part);
    if (!found.ok()) return found.status();
    const Status ordered = check_byte_order(found.value(), set.whole);
    if (!ordered.ok()) return ordered;
    // After a power failure the master may know of more records than a part.
    const Status raised =
        its.file->raise_records(set.table.records_in(part, set.whole.record_count));
    if (!raised.ok()) return raised;
    its.file->attach();
    note_places(files, part, std::move(found).value());
    return {};
}

/// Arrays have their places, and other variables their grids.
void Netcdf4Parts::note_places(FileSet& files, int part, parts::Part now) const {
    const hdf5::FileContainer& file = *parts_[static_cast<std::size_t>(part)]->file;
    PartInFile known{.part = std::move(now), .version = files.master().version, .layout = {}};
    for (int id = 0; id < known.part.schema.variable_count(); ++id) {
        known.layout.begins.push_back(file.offset_of(id));
        known.grids.push_back(file.grid_of(id));
    }
    files.learn(part, std::move(known));
}

Status Netcdf4Parts::learn(FileSet& files, const WholeSet& set, int part) {
    if (!failures_.empty()) return failures_[static_cast<std::size_t>(part)];
    Part& its = use(set, part);
    std::vector<std::byte> told;
    Status known = read(its, part, told);
    if (known.ok()) known = hear(files, set, part);
    if (!known.ok()) parts_[static_cast<std::size_t>(part)] = nullptr;
    return failed(set, part, known);
}

/// Opens all parts. learn() reports the failure of a part that could not be opened.
Status Netcdf4Parts::open(FileSet& files, const WholeSet& set) {
    Status first;
    failures_.assign(static_cast<std::size_t>(set.table.part_count()), Status());
    for (int part = 0; part < set.table.part_count(); ++part) {
        const Status opened = failed(set, part, open_together(files, set, part));
        first.keep_first(opened);
        failures_[static_cast<std::size_t>(part)] = opened;
        if (!opened.ok()) parts_[static_cast<std::size_t>(part)] = nullptr;
    }
    return first;
}

/// Agreed. Rank 0 reads the part, and all ranks hear what it has found.
Status Netcdf4Parts::open_together(FileSet& files, const WholeSet& set, int part) {
    Part& its = use(set, part);
    std::vector<std::byte> told;
    Status mine;
    if (context_.is_root()) mine = mpi::local([&] { return read(its, part, told); });
    const Status agreed = mpi::agree_at(context_.comm(), mine, container::root).status();
    if (!agreed.ok()) return agreed;
    if (context_.comm().size() > 1) {
        std::array<std::int64_t, 1> bytes = {std::ssize(told)};
        context_.comm().broadcast(std::as_writable_bytes(std::span(bytes)), container::root);
        told.resize(static_cast<std::size_t>(bytes[0]));
        context_.comm().broadcast(told, container::root);
        mine = mpi::local([&] { return its.file->hear(told); });
    }
    if (mine.ok()) mine = mpi::local([&] { return hear(files, set, part); });
    return mpi::agree(context_.comm(), mine).status();
}

Status Netcdf4Parts::read(Part& its, int part, std::vector<std::byte>& told) const {
    storage::Opened nothing_more;
    storage::AsOpened opened(*context_.shared.file(FileSet::file_of(part)).bytes, nothing_more);
    return its.file->read(opened, told);
}

/// Collective. A part gets its definition; the places of its variables are known then.
Status Netcdf4Parts::define(FileSet& files, const WholeSet& set, int part, parts::Part now,
                            const container::Alignment& alignment) {
    Part& its = use(set, part);
    now.schema.record_count = std::max(now.schema.record_count, its.definition.schema.record_count);
    shorten_chunks(now.schema, its.definition.schema.variable_count());
    its.definition.schema = now.schema;
    // The master does not record whether variables are filled: readers find the fill value in any
    // case.
    const auto variables = static_cast<std::size_t>(now.schema.variable_count());
    its.definition.no_fill.assign(variables, false);
    const Status mine = mpi::local([&] { return its.file->place(alignment); });
    Status made = mpi::agree(context_.comm(), mine).status();
    if (made.ok()) made = its.file->commit(alignment, {});
    if (!made.ok()) return made;
    note_places(files, part, std::move(now));
    return {};
}

/// Stops at the first failure, which is the same on all ranks.
Status Netcdf4Parts::for_all(const WholeSet& set, const std::function<Status(int)>& work) {
    Status status;
    for (int part = 0; status.ok() && part < set.table.part_count(); ++part)
        status = failed(set, part, work(part));
    return status;
}

Status Netcdf4Parts::make(FileSet& files, const WholeSet& set,
                          const container::Alignment& alignment) {
    parts_.clear();
    failures_.clear();
    return for_all(set, [&](int part) {
        parts::Part now = parts::part_of(set.whole, set.table, part);
        name_master_in(now.schema, set.table, part, context_.real_path);
        use(set, part).file->attach();
        return define(files, set, part, std::move(now), alignment);
    });
}

Status Netcdf4Parts::change(FileSet& files, const FileSet& before, const WholeSet& set,
                            const container::Alignment& alignment) {
    return for_all(set, [&](int part) {
        parts::Part now = parts::extended(before.known(part).part, set.whole, set.table, part);
        // It has what every part has, which does not change.
        if (now.schema.variable_count() == 0) {
            note_places(files, part, std::move(now));
            return Status();
        }
        return define(files, set, part, std::move(now), alignment);
    });
}

Status Netcdf4Parts::rewrite(FileSet& files, const FileSet& before, const WholeSet& set) {
    return for_all(set, [&](int part) {
        Part& its = use(set, part);
        parts::Part now = parts::extended(before.known(part).part, set.whole, set.table, part);
        now.schema.record_count = std::max(its.definition.schema.record_count,
                                           set.table.records_in(part, set.whole.record_count));
        its.definition.schema = now.schema;
        const bool has_any = now.schema.variable_count() > 0;
        const Status written = has_any ? its.file->rewrite() : Status();
        if (written.ok()) note_places(files, part, std::move(now));
        return written;
    });
}

/// A part never has fewer records than the whole. It may have more, which a program has begun that
/// was killed.
Status Netcdf4Parts::raise_records(const WholeSet& set) {
    return for_all(set, [&](int part) {
        return use(set, part).file->raise_records(
            set.table.records_in(part, set.whole.record_count));
    });
}

Status Netcdf4Parts::announce(const WholeSet& set, bool& changed) {
    Status mine = raise_records(set);
    for (int part = 0; part < set.table.part_count(); ++part) {
        bool its = false;
        mine.keep_first(failed(set, part, use(set, part).file->announce_rest(its)));
        changed |= its;
    }
    return mpi::agree(context_.comm(), mine).status();
}

Status Netcdf4Parts::settle(const WholeSet& set, bool is_changed) {
    Status mine = raise_records(set);
    for (int part = 0; part < set.table.part_count(); ++part)
        mine.keep_first(failed(set, part, use(set, part).file->settle_sizes(is_changed)));
    return mpi::agree(context_.comm(), mine).status();
}

Status Netcdf4Parts::after_put() {
    Status status;
    for (const auto& its : parts_) status.keep_first(its->file->after_put());
    return status;
}

Status Netcdf4Parts::gather_puts() {
    Status status;
    for (const auto& its : parts_) status.keep_first(its->file->gather_puts());
    return status;
}

Status Netcdf4Parts::fill(int part, int variable_in_part, const container::ElementRange& range) {
    return parts_[static_cast<std::size_t>(part)]->file->fill(variable_in_part, range);
}

int Netcdf4Parts::last_number() const {
    int last = 0;
    for (const auto& its : parts_)
        last = std::max(last, parts::last_number_in(its->definition.schema));
    return last;
}

}  // namespace weft::sets
