// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/hdf5_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/checked.hpp"
#include "container/fill.hpp"
#include "hdf5/books/reserved_names.hpp"
#include "hdf5/describe.hpp"
#include "hdf5/layout.hpp"
#include "hdf5/restoring.hpp"
#include "hdf5/schema.hpp"
#include "hdf5/storage_choice.hpp"
#include "mpi/agreed.hpp"

namespace weft::hdf5 {
namespace {

using container::root;
using Layout = model::Storage::Layout;

/// Arrays begin at multiples of this, if nothing else is asked for.
constexpr std::int64_t array_alignment = 8;

// Limits of HDF5. A dimension without a variable is a dataset of numbers of 4 bytes.
constexpr std::int64_t longest_dimension = (std::int64_t{1} << 61) - 1;

}  // namespace

Status check_attribute_name(std::string_view name) {
    if (!is_reserved(name)) return {};
    return {Code::enameinuse, fmt::format("'{}' is a name of netCDF-4's own", name)};
}

container::Limits Hdf5Writer::limits() const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return {.dimension_length = longest_dimension,
            .attribute_count = most,
            .record_count = most,
            .start = most,
            .variable_dimensions = most_dimensions,
            .last_type =
                static_cast<int>(definition().format == container::format_numbers::netcdf4_classic
                                     ? types::External::float64
                                     : types::External::uint64),
            .byte_order = std::endian::little,
            .stores_chunks = true,
            .grows_freely = definition().format != container::format_numbers::netcdf4_classic};
}

Status Hdf5Writer::read(storage::AsOpened& /*file*/, std::vector<std::byte>& told) {
    const Status alone = check_alone();
    if (!alone.ok()) return alone;
    const auto existing =
        find_existing(its_file(), page_bytes_for(context_.path), context_.settings.is_trusted);
    if (!existing.ok())
        return {existing.code(),
                fmt::format("'{}': {}", context_.path, existing.status().context())};
    for (const PlacedValues& one : existing.value().placed) {
        const Status written = first_file().write_at(one.address, one.values);
        if (!written.ok()) return written;
    }
    std::vector<std::byte> bytes;
    append(existing.value(), bytes);
    found_books_ = existing.value().books;
    if (comm().size() == 1) return hear(bytes);
    told.insert(told.end(), bytes.begin(), bytes.end());
    return {};
}

/// Two writers would give the same bytes of the file to different chunks, and each would forget the
/// chunks of the other.
Status Hdf5Writer::check_alone() const {
    auto& others = context_.shared.file().other_writers;
    if (!others || !others->are_there()) return {};
    return {Code::eaccess,
            fmt::format("'{}': others have this netCDF-4 file open for writing", context_.path)};
}

Status Hdf5Writer::hear(std::span<const std::byte> told) {
    const Result<Existing> existing = existing_of(told);
    const Status taken = existing.ok() ? take_existing(existing.value()) : existing.status();
    if (taken.ok()) return taken;
    return {taken.code(), fmt::format("'{}': {}", context_.path, taken.context())};
}

Status Hdf5Writer::take_existing(const Existing& existing) {
    const Description& description = existing.description;
    Result<model::Schema> schema = written_schema_of(description);
    if (!schema.ok()) return schema.status();
    Result<std::deque<Made>> found = made_of(description);
    if (!found.ok()) return found.status();
    container::Definition& its = definition();
    its.format = description.is_classic_model ? container::format_numbers::netcdf4_classic
                                              : container::format_numbers::netcdf4;
    its.schema = std::move(schema).value();
    for (const DescribedVariable& one : description.variables)
        its.no_fill.push_back(one.storage.fill.empty());
    made_ = std::move(found).value();
    take_index(existing.chunks);
    its.groups = description.groups;
    growth_.end = growth_.booked_end = existing.file_bytes;
    if (existing.file_bytes > existing.opened_bytes) opened_bytes_ = existing.opened_bytes;
    if (found_books_)
        books_.place() = *found_books_;
    else
        books_.place().begin_behind(existing.file_bytes);
    booked_lengths_ = its.schema.lengths();
    its.record_pitch = record_bytes();
    is_promised_ = true;
    tell_storage();
    return {};
}

/// The chunks that the file has of each variable.
void Hdf5Writer::take_index(const std::vector<std::vector<NumberedChunk>>& chunks) {
    std::int64_t count = 0;
    for (const auto& its : chunks) count += std::ssize(its);
    index_.reserve({}, count);
    for (std::size_t id = 0; id < chunks.size(); ++id)
        for (const NumberedChunk& one : chunks[id])
            index_.enter({.variable = static_cast<std::int32_t>(id),
                          .number = one.number,
                          .address = one.stored.address,
                          .bytes = one.stored.bytes,
                          .room = one.stored.bytes,
                          .filter_mask = one.stored.filter_mask},
                         0);
}

/// Makes the storage of the variables known to inquiries.
void Hdf5Writer::tell_storage() {
    for (std::size_t id = 0; id < made_.size(); ++id)
        definition().schema.variable(static_cast<int>(id)).storage =
            std::make_shared<const model::Storage>(made_[id].described.storage.form);
}

Status Hdf5Writer::raise_records(std::int64_t count) {
    model::Schema& schema = definition().schema;
    if (schema.record_dimension() >= 0) schema.record_count = std::max(schema.record_count, count);
    return {};
}

void Hdf5Writer::attach() {
    index_.set_sharing(context_.shared.settings().engine.shared_memory);
    file_ = std::make_unique<StoredFile>([this]() -> storage::File& { return its_file(); },
                                         manner(), nullptr);
    places_ = std::make_unique<ChunkPlaces>(
        *file_, growth_, index_, comm().rank(),
        [this]() -> const mpi::NodeComms& {
            return context_.shared.state()->node_comms(
                comm(), context_.shared.settings().engine.pretended_nodes);
        },
        background(), log_of_values());
    for (std::size_t id = 0; id < made_.size(); ++id) aim(id);
    let_wait();
    if (!made_.empty()) expect_targets(made_.size());
    const stage::CopiedValues* const values =
        is_whole() ? context_.shared.stage().take_copied() : nullptr;
    if (values != nullptr)
        context_.condition.write_failure.keep_first(mpi::local([&] { return restore(*values); }));
}

/// Called on the only rank. Sync and close make the books.
Status Hdf5Writer::restore(const stage::CopiedValues& values) {
    context_.condition.changed = true;
    Restoring restoring(
        {.schema = definition().schema,
         .index = index_,
         .places = *places_,
         .file = its_file(),
         .grid_of = [&](int variable) { return grid_of(variable); },
         .writer_of = [&](int variable) -> ChunkWriter& { return *made(variable).target; }},
        comm());
    return restoring.restore(values);
}

/// Of a staged file. Parts of a set would wait for each other.
ChunkPlaces::Background Hdf5Writer::background() {
    files::SharedStage& stage = context_.shared.stage();
    if (!is_whole()) return {};
    return {stage.thread(), std::max(stage.ranks_bytes(), context_.settings.open_chunk_bytes)};
}

/// Collective. Null: a kill may lose what waits.
stage::Log* Hdf5Writer::log_of_values() {
    if (!is_whole()) return nullptr;
    context_.shared.stage().keep_values();
    return context_.shared.stage().values();
}

// The definition.

Status Hdf5Writer::check_attribute(int /*owner*/, std::string_view name) const {
    return check_attribute_name(name);
}

/// Gives the arrays of new variables their places, and returns where the file ends then. Variables
/// that have been made stay as they are.
Result<std::int64_t> Hdf5Writer::place_arrays(const model::Schema& schema, Description& description,
                                              const container::Alignment& alignment) const {
    std::int64_t file_end = growth_.end;
    if (is_new_file()) {
        BooksPlace first;
        first.begin(description);
        file_end = first.end();
    }
    const std::int64_t unit = std::max(array_alignment, alignment.variable_align.value_or(1));
    std::vector<DescribedVariable>& all = description.variables;
    for (std::size_t i = made_.size(); i < all.size(); ++i) {
        if (all[i].storage.form.layout == Layout::chunked) continue;
        const auto bytes = model::slab_value_bytes(schema, schema.variable(static_cast<int>(i)));
        if (!bytes.ok()) return bytes.status();
        if (bytes.value() == 0) continue;  // libhdf5 asks for no place
        all[i].storage.address = round_up(file_end, unit);
        const auto end = checked_add(all[i].storage.address, bytes.value());
        constexpr std::int64_t longest = std::int64_t{1} << 62;
        if (!end || *end > longest)
            return Status(Code::evarsize, fmt::format("variable '{}': the file would exceed 2^62 "
                                                      "bytes",
                                                      all[i].name));
        file_end = *end;
    }
    return file_end;
}

Status Hdf5Writer::place(const container::Alignment& alignment) {
    const model::Schema& schema = definition().schema;
    Placed placed{.description = present(definition().schema.lengths()), .end = 0, .added = {}};
    std::vector<DescribedVariable>& all = placed.description.variables;
    for (std::size_t i = made_.size(); i < all.size(); ++i)
        all[i].storage.form =
            storage_for(schema, schema.variable(static_cast<int>(i)), context_.settings);
    const Result<std::int64_t> end = place_arrays(schema, placed.description, alignment);
    if (!end.ok()) return end.status();
    placed.end = end.value();
    Result<std::deque<Made>> added = made_of(placed.description);
    if (!added.ok()) return added.status();
    placed.added = std::move(added).value();
    placed_ = std::move(placed);
    return {};
}

PooledBytes Hdf5Writer::encoded() const {
    const std::vector<std::byte> bytes = encode(placed_.description);
    return {bytes.begin(), bytes.end()};
}

PooledBytes Hdf5Writer::encoded_without_records() const {
    Description description = present(definition().schema.lengths());
    for (DescribedDimension& one : description.dimensions)
        if (one.is_unlimited) one.length = 0;
    const std::vector<std::byte> bytes = encode(std::move(description));
    return {bytes.begin(), bytes.end()};
}

Result<model::Schema> Hdf5Writer::decoded(std::span<const std::byte> bytes) const {
    const Result<Description> description = decode(bytes);
    if (!description.ok()) return description.status();
    return written_schema_of(description.value());
}

Status Hdf5Writer::compare_places(std::span<const std::byte> roots,
                                  const container::Alignment& alignment) const {
    const Result<Description> theirs = decode(roots);
    if (!theirs.ok()) return theirs.status();
    const Result<model::Schema> schema = written_schema_of(theirs.value());
    if (!schema.ok()) return schema.status();
    Description mine = theirs.value();
    const Result<std::int64_t> end = place_arrays(schema.value(), mine, alignment);
    if (!end.ok()) return end.status();
    for (std::size_t id = 0; id < mine.variables.size(); ++id)
        if (mine.variables[id].storage.address != theirs.value().variables[id].storage.address)
            return {Code::emultidefine_var_begin, fmt::format("variable {}: offset", id)};
    return {};
}

Status Hdf5Writer::write_ahead(std::span<const std::byte> /*encoded*/) {
    return check_alone();
}

/// The variables of the description behind those that exist.
Result<std::deque<Hdf5Writer::Made>> Hdf5Writer::made_of(const Description& description) const {
    std::deque<Made> added;
    for (std::size_t id = made_.size(); id < description.variables.size(); ++id) {
        const DescribedVariable& its = description.variables[id];
        Result<std::optional<chunks::Grid>> grid = grid_that_grows(description, its);
        if (!grid.ok()) return grid.status();
        added.push_back({.described = its, .grid = std::move(grid).value()});
    }
    return added;
}

/// The placed definition, on this rank.
void Hdf5Writer::take_placed() {
    if (is_new_file()) books_.place().begin(placed_.description);
    growth_.end = placed_.end;
    for (std::size_t id = 0; id < made_.size(); ++id)
        made_[id].described = placed_.description.variables[id];
    for (Made& one : placed_.added) {
        made_.push_back(std::move(one));
        aim(made_.size() - 1);
    }
    let_wait();
    tell_storage();
}

/// Gives a variable with chunks its target.
void Hdf5Writer::aim(std::size_t id) {
    Made& its = made_[id];
    if (!its.grid) return;
    has_filters_ = has_filters_ || !its.described.storage.form.filters.empty();
    its.target =
        std::make_unique<ChunkWriter>(*places_, its.described, *its.grid, static_cast<int>(id));
    places_->expect(its.target.get(), id);
}

/// Records of what waits name variables and chunks by numbers (kept_records.hpp). Those of chunks
/// depend on the lengths that the file had when it was opened, where dimensions behind the first
/// grow (grid_that_grows). Those of variables change when the file is opened again, if one of its
/// root has got a number behind one of a group.
void Hdf5Writer::let_wait() {
    const auto is_in_group = [](const Made& one) {
        return one.described.name.find('/') != std::string::npos;
    };
    const auto first = std::ranges::find_if(made_, is_in_group);
    const bool are_numbers_lasting = std::all_of(first, made_.end(), is_in_group);
    const model::Schema& schema = definition().schema;
    for (std::size_t id = 0; id < made_.size(); ++id) {
        if (made_[id].target == nullptr) continue;
        const auto& ids = schema.variable(static_cast<int>(id)).dimension_ids;
        bool grows_within = false;
        for (std::size_t i = 1; i < ids.size(); ++i)
            grows_within = grows_within || schema.dimension(ids[i]).is_unlimited;
        const bool is_lasting = are_numbers_lasting && !grows_within;
        made_[id].target->let_wait(is_lasting || !places_->keeps());
    }
}

files::SharedFile::LatePlace Hdf5Writer::target_of(int variable) {
    const Made& its = made(variable);
    files::SharedFile::LatePlace place{.values = its.target.get(), .unit = its.grid->chunk_bytes()};
    if (places_->may_be_behind()) place.store_all = [this] { return places_->store_all(comm()); };
    return place;
}

Status Hdf5Writer::commit(const container::Alignment& /*alignment*/, PooledBytes /*encoded*/) {
    const Growth before = growth_;
    const std::size_t old_count = made_.size();
    take_placed();
    const Status booked = book();
    if (!booked.ok()) {
        places_->forget_from(old_count);
        made_.resize(old_count);
        // Places of books may have moved to the end of a file that exists.
        const std::int64_t end = before.end > 0 ? growth_.end : 0;
        growth_ = before;
        growth_.end = end;
        return booked;
    }
    definition().record_pitch = record_bytes();
    expect_targets(made_.size());
    return {};
}

Status Hdf5Writer::rewrite() {
    Status stored = store_open_chunks();
    return stored.ok() ? book() : stored;
}

// The books.

/// The description of the present definition, with these lengths of its dimensions.
Description Hdf5Writer::present(std::span<const std::int64_t> lengths) const {
    Description description = description_of(definition());
    for (std::size_t id = 0; id < lengths.size(); ++id)
        description.dimensions[id].length = lengths[id];
    for (std::size_t id = 0; id < made_.size(); ++id) {
        DescribedStorage& its = description.variables[id].storage;
        its.form = made_[id].described.storage.form;
        its.address = made_[id].described.storage.address;
        its.fill = made_[id].described.storage.fill;  // others have it without an attribute, too
    }
    description.groups = definition().groups;
    description.origin.properties = "version=2,weft=" WEFT_VERSION;
    return description;
}

/// Collective, agreed. Rank 0 alone makes the books, and tells where they have moved the end. In
/// independent mode another rank may have made the array longer, and its chunks are booked.
Status Hdf5Writer::book(bool may_grow) {
    // A reader must find the chunks that the books state. A failure may be one of the past.
    Status settled = context_.shared.stage().settle();
    if (!settled.ok() && !context_.shared.stage().settle().ok()) return settled;
    std::vector<std::int64_t> lengths = definition().schema.lengths();
    if (!lengths.empty() && comm().size() > 1) comm().all_reduce_max(lengths);
    Status replaced;
    if (is_root()) replaced = mpi::local([&] { return replace_books(lengths, may_grow); });
    const mpi::Agreed agreed = mpi::agree_at(comm(), replaced, root);
    std::array<std::int64_t, 3> told = {growth_.end, books_bytes_, books_.place().end()};
    comm().broadcast(std::as_writable_bytes(std::span(told)), root);
    growth_.end = told[0];
    books_bytes_ = told[1];
    values_begin_ = told[2];
    if (!agreed.ok()) return agreed.status();
    growth_.is_unbooked = false;
    opened_bytes_ = -1;
    owes_books_ = false;
    // What a rank has merged and could not write, the others have changed in part.
    if (places_ != nullptr && !has_kept_) places_->end_of_books(comm(), lengths);
    booked_lengths_ = std::move(lengths);
    growth_.booked_end = growth_.end;
    return settled;
}

/// Called on rank 0.
Status Hdf5Writer::replace_books(std::span<const std::int64_t> lengths, bool may_grow) {
    const std::vector<std::byte> description = encode(present(lengths));
    if (!growth_.is_unbooked && description == booked_) return {};
    const std::vector<std::byte> definition =
        encode(present(std::vector<std::int64_t>(lengths.size())));
    const Status replaced =
        books_.replace(its_file(),
                       {.definition = definition,
                        .description = description,
                        .lengths = lengths,
                        .index = index_,
                        .grid_of = [&](std::size_t id) { return grid_of(static_cast<int>(id)); },
                        .variables = made_.size(),
                        .is_certain = is_promised_,
                        .may_grow = may_grow},
                       growth_.end);
    if (!replaced.ok()) return replaced;
    booked_ = description;
    books_bytes_ = books_.bytes();
    put_bytes_ += books_.bytes_written();
    return {};
}

/// Collective. New books say where variables are that got a place when the file was opened, if
/// anything has changed since.
void Hdf5Writer::note_changed_places() {
    if (opened_bytes_ < 0) return;
    std::array<std::int64_t, 1> changed = {context_.condition.changed};
    if (comm().size() > 1) comm().all_reduce_max(changed);
    growth_.is_unbooked = growth_.is_unbooked || changed[0] != 0;
}

Status Hdf5Writer::announce_rest(bool& changed) {
    is_promised_ = true;
    note_changed_places();
    changed = is_stale();
    return changed ? book(true) : Status();
}

Status Hdf5Writer::settle_sizes(bool /*is_changed*/) {
    note_changed_places();
    Status status = has_kept_ ? gather_puts() : close_chunks();
    if (is_stale())
        status.keep_first(book());
    else if (!has_kept_)
        places_->end_of_books(comm(), booked_lengths_);
    if (opened_bytes_ >= 0 && is_root()) status.keep_first(first_file().resize(opened_bytes_));
    return status;
}

// Data.

std::optional<layout::Place> Hdf5Writer::place_of(int variable) const {
    const Made& its = made(variable);
    if (its.grid) return std::nullopt;
    const model::Schema& schema = definition().schema;
    return layout::Place{schema, schema.variable(variable), its.described.storage.address,
                         layout::in_one_array};
}

bool Hdf5Writer::keeps_values() const {
    return std::ranges::any_of(made_, [](const Made& its) { return its.grid.has_value(); });
}

/// A grid ends where its chunk space has 2^62 bytes.
Status Hdf5Writer::learn(const container::Prepared& prepared) {
    const Made& its = made(prepared.variable_id);
    if (!its.grid || prepared.element_count == 0) return {};
    if (prepared.direction == engine::Direction::put) {
        const Status able = its.target->check_storing();
        if (!able.ok()) return able;
    }
    const std::int64_t records = its.grid->rank() > 0 ? prepared.records_needed() : 0;
    if (records > its.grid->length(0))
        return {Code::eedge, fmt::format("variable '{}': record {} is beyond 2^62 bytes",
                                         its.described.name, records - 1)};
    for (std::size_t i = 1; i < its.grid->rank(); ++i)
        if (prepared.length_needed(i) > its.grid->length(i))
            return {Code::eedge,
                    fmt::format("variable '{}': along dimension {} the index {} is beyond what "
                                "2^62 bytes of chunks have room for",
                                its.described.name, i, prepared.length_needed(i) - 1)};
    return {};
}

void Hdf5Writer::expect(std::int64_t records, std::span<const std::int64_t> lengths) {
    if (!places_->keeps()) return;
    const model::Schema& schema = definition().schema;
    std::vector<std::int64_t> all = schema.lengths();
    for (std::size_t i = 0; i < lengths.size(); ++i) all[i] = std::max(all[i], lengths[i]);
    const int id = schema.record_dimension();
    if (id >= 0) {
        std::int64_t& count = all[static_cast<std::size_t>(id)];
        count = std::max(count, records);
    }
    places_->expect_lengths(all);
}

void Hdf5Writer::spread(const container::Prepared& prepared, const engine::Piece& model,
                        container::Transfer& transfer) const {
    made(prepared.variable_id)
        .grid->add_pieces(prepared, model, transfer.to(space_of(prepared.variable_id)).pieces);
}

/// Chunks that nobody has written are the fill value for every reader, unless the variable was not
/// filled when it was made.
Status Hdf5Writer::fill(int variable, const container::ElementRange& range) {
    if (const auto place = place_of(variable))
        return container::fill(context_, variable, 0, *place, range);
    const Made& its = made(variable);
    const container::Fill fill = definition().fill_of(variable);
    const auto value = std::as_bytes(std::span(fill.value))
                           .first(static_cast<std::size_t>(its.grid->element_bytes()));
    const std::vector<std::int64_t> lengths =
        definition().schema.shape_of(definition().variable(variable));
    Status status;
    for (std::int64_t i = 0; i < range.record_count && status.ok(); ++i)
        status = mpi::local(
            [&] { return its.target->refill(range.first_record + i, value, lengths, comm()); });
    return status;
}

/// The targets that have open chunks on any rank.
std::vector<ChunkWriter*> Hdf5Writer::open_targets() const {
    std::vector<ChunkWriter*> open;
    for (const Made& one : made_)
        if (one.target != nullptr && one.target->has_open()) open.push_back(one.target.get());
    return open;
}

/// Collective. If too many chunks are open, those are stored that have waited longest for more
/// values.
Status Hdf5Writer::after_put() {
    Status closed = close_beyond(context_.settings.open_chunk_bytes);
    if (!places_->keeps()) return closed;
    const std::vector<std::int64_t> lengths = definition().schema.lengths();
    const bool have_grown = std::exchange(kept_lengths_, lengths) != lengths;
    if (opened_bytes_ >= 0) {  // the books do not know the places of arrays
        note_changed_places();
        owes_books_ = owes_books_ || growth_.is_unbooked;
    }
    closed.keep_first(keep_state(have_grown));
    return closed;
}

/// Collective. What is kept for a program that is killed, beside the values of chunks that wait:
/// where the others are, and the lengths of dimensions. Where the log has no room for it, the books
/// get it. Uniform: have_grown, which says whether lengths have changed that all ranks know.
Status Hdf5Writer::keep_state(bool have_grown) {
    if (!places_->keeps()) return {};
    const bool has_news = places_->take_news();
    if (!has_news && !have_grown && !owes_books_) return {};
    std::vector<std::int64_t> lengths = definition().schema.lengths();
    const bool is_shared = comm().size() > 1;
    if (is_shared && !have_grown && !lengths.empty()) comm().all_reduce_max(lengths);
    std::array<std::int64_t, 1> unkept = {owes_books_ ||
                                          (is_root() && !places_->has_kept_all(lengths))};
    if (is_shared) comm().all_reduce_max(unkept);
    owes_books_ = unkept[0] != 0;
    if (owes_books_) return rewrite();
    if (!has_kept_) places_->confirm_kept();
    return {};
}

/// Collective. Stores open chunks that are more than so many bytes.
Status Hdf5Writer::close_beyond(std::int64_t most) {
    if (index_.open_bytes() <= most) return {};
    std::vector<ChunkWriter*> open = open_targets();
    std::ranges::sort(open, {},
                      [&](const ChunkWriter* one) { return index_.last_opened(one->number()); });
    std::vector<std::int64_t> bytes;  // of the rank that has most of each
    for (const ChunkWriter* const one : open) bytes.push_back(one->open_bytes());
    if (comm().size() > 1) comm().all_reduce_max(bytes);
    std::int64_t all = std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
    std::vector<Closing> closing;
    for (std::size_t i = 0; i < open.size() && all > most; ++i) {
        all -= bytes[i];
        closing.push_back({.target = open[i], .keep_bytes = open[i] == open.back() ? most / 2 : 0});
    }
    for (const Closing& one : closing) one.target->count_closed_early(one.keep_bytes);
    return close_chunks(closing);
}

/// Collective. Of all targets, chunks are compressed before ranks wait for each other: each may
/// have few.
Status Hdf5Writer::close_chunks(std::span<const Closing> closing) {
    Status status;
    for (const Closing& one : closing) status.keep_first(one.target->code_open(one.keep_bytes));
    if (!closing.empty()) status.keep_first(places_->store(comm()));
    return status;
}

/// Collective. Also those that wait to be compressed.
Status Hdf5Writer::close_chunks() {
    Status status;
    const std::vector<ChunkWriter*> open = open_targets();
    for (ChunkWriter* const target : open) status.keep_first(target->code_open(0));
    if (!open.empty() || places_->may_be_behind()) status.keep_first(places_->store_all(comm()));
    return status;
}

/// Collective, agreed. New books count all records: the file gets their values first. Where the
/// definition changes, the dataset has asked for that before the variables were placed.
Status Hdf5Writer::store_open_chunks() {
    if (index_.open_bytes() == 0 && !has_kept_ && !places_->may_be_behind()) return {};
    return mpi::agree(comm(), has_kept_ ? gather_puts() : close_chunks()).status();
}

Status Hdf5Writer::gather_puts() {
    Status closed = close_chunks();
    if (made_.empty()) return closed;
    std::vector<std::int64_t> has(made_.size() + 1);
    for (std::size_t id = 0; id < made_.size(); ++id)
        has[id] = made_[id].target != nullptr && made_[id].target->has_apart();
    has.back() = !places_->is_empty();  // records that were filled
    if (comm().size() > 1) comm().all_reduce_max(has);
    Status status = std::move(closed);
    // Chunks that ranks have changed are read again.
    if (std::ranges::any_of(has, [](std::int64_t one) { return one != 0; }))
        status.keep_first(context_.shared.stage().settle());
    for (std::size_t id = 0; id < made_.size(); ++id)
        if (has[id] != 0) status.keep_first(made_[id].target->gather(comm()));
    if (has.back() != 0) status.keep_first(places_->store(comm()));
    if (has_kept_ || !std::ranges::all_of(has, [](std::int64_t one) { return one == 0; }))
        has_kept_ = !mpi::agree(comm(), status).ok();
    if (has_kept_) return status;
    if (places_->keeps() && opened_bytes_ >= 0) {
        note_changed_places();
        owes_books_ = growth_.is_unbooked;
    }
    status.keep_first(keep_state(false));
    return status;
}

// Inquiries.

model::Storage Hdf5Writer::storage_of(int variable) const {
    if (static_cast<std::size_t>(variable) < made_.size())
        return made(variable).described.storage.form;
    const model::Schema& schema = definition().schema;
    return storage_for(schema, schema.variable(variable), context_.settings);
}

std::int64_t Hdf5Writer::offset_of(int variable) const {
    if (static_cast<std::size_t>(variable) >= made_.size() || made(variable).grid) return 0;
    return made(variable).described.storage.address;
}

Result<container::Stored> Hdf5Writer::stored() const {
    return stored_of(its_file(), definition().schema);
}

std::vector<report::ChunkUse> Hdf5Writer::chunk_uses() const {
    std::vector<report::ChunkUse> all(made_.size());
    for (std::size_t id = 0; id < all.size(); ++id)
        if (made_[id].grid && file_ != nullptr)
            all[id] = file_->use_of(static_cast<int>(id), *made_[id].grid);
    return all;
}

Result<std::vector<std::int64_t>> Hdf5Writer::stored_bytes() const {
    const auto index = index_.listed(made_.size());
    std::vector<std::int64_t> all;
    for (int id = 0; id < static_cast<int>(made_.size()); ++id) {
        const model::Schema& schema = definition().schema;
        std::int64_t bytes = 0;
        for (const auto& [number, its] : index[static_cast<std::size_t>(id)]) bytes += its.bytes;
        all.push_back(made(id).grid ? bytes
                                    : model::slab_value_bytes(schema, schema.variable(id)).value());
    }
    return all;
}

}  // namespace weft::hdf5
