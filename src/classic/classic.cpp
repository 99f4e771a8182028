// SPDX-License-Identifier: BSD-3-Clause
#include "classic/classic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "classic/file_source.hpp"
#include "classic/findings.hpp"
#include "classic/regions.hpp"
#include "container/array_references.hpp"
#include "container/constants.hpp"
#include "container/fill.hpp"
#include "container/pieces.hpp"
#include "format/header_length.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/moves.hpp"
#include "layout/record_limit.hpp"
#include "layout/whole_blocks.hpp"
#include "mpi/agreed.hpp"
#include "storage/as_opened.hpp"
#include "storage/store_table.hpp"

namespace weft::classic {
namespace {

using container::root;

/// Appends zeros up to the data, so that no old bytes are left in the header's padding; up to a
/// bound.
void pad_header(PooledBytes& header, std::int64_t extent) {
    constexpr std::int64_t most = 1 << 20;
    const auto bytes = static_cast<std::int64_t>(header.size());
    header.resize(static_cast<std::size_t>(std::max(bytes, std::min(extent, bytes + most))));
}

}  // namespace

container::Limits Classic::limits() const {
    const bool is_cdf5 = version() == format::Version::cdf5;
    const format::Limits limits = format::limits_of(version());
    constexpr std::int64_t largest_uint = std::numeric_limits<std::uint32_t>::max();
    return {.dimension_length = limits.dimension_length,
            .attribute_count = limits.attribute_count,
            .record_count = limits.record_count,
            .start = is_cdf5 ? std::numeric_limits<std::int64_t>::max() : largest_uint,
            .last_type = limits.last_type,
            .byte_rule = is_cdf5 ? types::ByteRule::checked : types::ByteRule::unsigned_allowed};
}

// Reading.

Status Classic::read(storage::AsOpened& file, std::vector<std::byte>& told) {
    files::SharedFile& shared = context_.shared;
    const Result<bool> interrupted = journal::is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    if (interrupted.value() && !shared.is_writable() && !context_.settings.recovers_for_reading)
        return {Code::efile, fmt::format("'{}': {}", context_.path, interrupted_advice)};
    if (interrupted.value()) {
        const Status recovered = journal::recover_if_interrupted(
            shared.store(), context_.path, first_file(), shared.is_writable());
        if (!recovered.ok()) return recovered;
        file.forget();
    }
    shared.file().known_bytes = file.told_bytes();
    return find_header(file, file.head_bytes(), told);
}

/// Called on rank 0. A single rank reads the header. Otherwise the header is appended to `told`,
/// for all ranks to read at the same time.
Status Classic::find_header(storage::File& file, std::int64_t head_bytes,
                            std::vector<std::byte>& told) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    // Asks for exactly the bytes that came with the open: of a netCDF file they are the header, if
    // that is not too long. A small file is read as a whole and no further, because larger memory
    // would be cleared for nothing.
    const std::int64_t chunk_bytes = head_bytes > 0
                                         ? head_bytes
                                         : std::min(context_.settings.header_chunk_bytes,
                                                    std::max<std::int64_t>(bytes.value(), 1));
    if (comm().size() == 1) {
        FileSource source(file, chunk_bytes);
        return read_header(source, bytes.value());
    }
    KeepingSource keeping(file, chunk_bytes, told);
    const auto length = format::header_length(keeping, bytes.value());
    if (!length.ok()) return length.status();
    keeping.cut(length.value().value_or(0));
    // A header without an end cannot be read.
    return length.value() ? Status() : read_header(keeping, bytes.value());
}

Status Classic::hear(std::span<const std::byte> told) {
    format::MemorySource source(told);
    return read_header(source, context_.shared.file().facts.bytes);
}

Status Classic::read_header(format::ByteSource& source, std::int64_t file_bytes) {
    Result<format::Header> header = format::read_header(source, file_bytes);
    if (!header.ok())
        return {header.code(), fmt::format("'{}': {}", context_.path, header.status().context())};
    Result<layout::Placed> found = layout::placed(std::move(header).value());
    if (!found.ok()) return found.status();
    auto& [version, schema, layout] = found.value();
    definition().format = static_cast<int>(version);
    definition().schema = std::move(schema);
    definition().record_pitch = layout.record_bytes;
    definition().no_fill.assign(static_cast<std::size_t>(definition().schema.variable_count()),
                                false);
    layout_ = placed_ = std::move(layout);
    recorded_ = definition().schema.record_count;
    if (!is_root()) return {};
    get_bytes_ = header_bytes();
    // The bytes are needed for changes.
    if (context_.shared.is_writable()) header_in_file_ = format::write_header(this->header());
    return {};
}

// The definition.

Result<layout::Layout> Classic::place(const model::Schema& schema,
                                      const Alignment& alignment) const {
    const Status sizes = format::check_large_variables(version(), schema);
    if (!sizes.ok()) return sizes;
    const std::int64_t header_bytes = format::header_bytes(version(), schema);
    const std::optional<model::Schema>& before = definition().before;
    const std::vector<std::int64_t>& wanted = definition().wanted_places;
    if (!before && !wanted.empty()) {
        const format::Begins begins(wanted.begin(), wanted.end());
        return layout::layout_of({version(), schema, begins});
    }
    return before ? layout::place_again(version(), schema, header_bytes, alignment,
                                        {version(), *before, layout_.begins})
                  : layout::place_variables(version(), schema, header_bytes, alignment);
}

Status Classic::place(const Alignment& alignment) {
    Result<layout::Layout> placed = place(definition().schema, alignment);
    if (!placed.ok()) return placed.status();
    placed_ = std::move(placed).value();
    return {};
}

PooledBytes Classic::encoded() const {
    return format::write_header(header());
}

PooledBytes Classic::encoded_without_records() const {
    PooledBytes header = encoded();
    const std::vector<std::byte> none = format::encode_record_count(version(), 0);
    std::ranges::copy(none, header.begin() + format::record_count_offset);
    return header;
}

Result<model::Schema> Classic::decoded(std::span<const std::byte> bytes) const {
    format::MemorySource source(bytes);
    Result<format::Header> header =
        format::read_header(source, std::numeric_limits<std::int64_t>::max());
    if (!header.ok()) return header.status();
    return std::move(header).value().schema;
}

Status Classic::compare_places(std::span<const std::byte> bytes, const Alignment& alignment) const {
    format::MemorySource source(bytes);
    const Result<format::Header> roots =
        format::read_header(source, std::numeric_limits<std::int64_t>::max());
    if (!roots.ok()) return roots.status();
    const Result<layout::Layout> placed = place(roots.value().schema, alignment);
    if (!placed.ok()) return placed.status();
    for (int id = 0; id < roots.value().schema.variable_count(); ++id) {
        if (roots.value().begins[static_cast<std::size_t>(id)] != placed.value().begin(id))
            return {Code::emultidefine_var_begin, fmt::format("variable {}: offset", id)};
    }
    return {};
}

Status Classic::write_ahead(std::span<const std::byte> encoded) {
    return write_new_header(encoded);
}

Status Classic::write_new_header(std::span<const std::byte> header) {
    const std::int64_t bytes = std::ssize(header);
    Status written = first_file().write_at(0, header);
    if (written.ok() && bytes < first_header_bytes_) {
        const std::vector<std::byte> zeros(static_cast<std::size_t>(first_header_bytes_ - bytes));
        written = first_file().write_at(bytes, zeros);
    }
    first_header_bytes_ = std::max(first_header_bytes_, bytes);
    return written;
}

Status Classic::commit(const Alignment& /*alignment*/, PooledBytes encoded) {
    const bool is_new = condition().is_new;  // then the file is already written
    if (is_new ||
        encoded != format::write_header({version(), *definition().before, layout_.begins})) {
        const Status changed = is_new ? Status()
                                      : change({version(), *definition().before, layout_},
                                               {version(), definition().schema, placed_}, encoded);
        if (!changed.ok()) return changed;
        if (is_root()) put_bytes_ += std::ssize(encoded);
    }
    take_placed(std::move(encoded));
    return {};
}

void Classic::take_placed(PooledBytes header) {
    if (is_root()) header_in_file_ = std::move(header);
    recorded_ = definition().schema.record_count;
    layout_ = placed_;
    definition().record_pitch = layout_.record_bytes;
}

Status Classic::change(const layout::PlacedView& old, const layout::PlacedView& now,
                       const PooledBytes& header) {
    files::SharedFile& shared = context_.shared;
    const std::int64_t records = definition().schema.record_count;
    journal::Change change;
    change.header = header;
    pad_header(change.header, now.layout.header_extent);
    change.moves = layout::moves_between(old.schema, old.layout, now.layout, records);
    std::array<std::int64_t, 1> bytes = {0};
    Status measured;
    if (is_root()) {
        const Result<std::int64_t> size = first_file().size();
        measured = size.status();
        if (size.ok()) bytes[0] = size.value();
    }
    const mpi::Agreed known = mpi::agree_at(comm(), measured, root);
    if (!known.ok()) return known.status();
    comm().broadcast(std::as_writable_bytes(std::span(bytes)), root);
    change.old_file_bytes = bytes[0];
    // Records behind the last counted one stay if records stay.
    const bool records_stay = now.layout.record_begin == old.layout.record_begin &&
                              now.layout.record_bytes == old.layout.record_bytes;
    change.new_file_bytes =
        std::max({now.layout.file_bytes(records), static_cast<std::int64_t>(change.header.size()),
                  records_stay ? change.old_file_bytes : 0});
    condition().broken = true;  // until it has succeeded
    journal::ChangeOutcome outcome = journal::apply_change(
        change, first_file(), context_.settings.move_chunk_bytes, comm(), shared.io_ranks());
    condition().broken = outcome.interrupted;
    if (outcome.interrupted) {
        outcome.status = {outcome.status.code(),
                          outcome.status.context() +
                              "; opening the file again undoes the change, unless it was complete"};
    }
    return outcome.status;
}

Status Classic::rewrite() {
    return is_root() ? replace_header(with_records_of_file(header())) : Status();
}

PooledBytes Classic::with_records_of_file(const format::HeaderView& header) const {
    PooledBytes bytes = format::write_header(header);
    const std::size_t length = format::encode_record_count(header.version, 0).size();
    std::copy_n(header_in_file_.begin() + format::record_count_offset, length,
                bytes.begin() + format::record_count_offset);
    return bytes;
}

/// A change within one page is one small write, which the kernel does not tear; a larger one uses
/// the journal.
Status Classic::replace_header(PooledBytes header) {
    constexpr std::size_t page = 4096;
    PooledBytes padded = header;
    padded.resize(std::max(header.size(), header_in_file_.size()));
    header_in_file_.resize(padded.size());
    const auto [first, unused] =
        std::mismatch(padded.begin(), padded.end(), header_in_file_.begin());
    if (first == padded.end()) return {};
    const auto begin = static_cast<std::size_t>(first - padded.begin());
    std::size_t end = padded.size();
    while (padded[end - 1] == header_in_file_[end - 1]) --end;
    put_bytes_ += static_cast<std::int64_t>(end - begin);
    Status status;
    if (begin / page == (end - 1) / page) {
        status = first_file().write_at(static_cast<std::int64_t>(begin),
                                       std::span(padded).subspan(begin, end - begin));
    } else {
        const Result<std::int64_t> size = first_file().size();
        if (!size.ok()) return size.status();
        const mpi::Comm self = mpi::Comm::self();
        const journal::ChangeOutcome outcome =
            journal::apply_change({.header = padded,
                                   .moves = {},
                                   .old_file_bytes = size.value(),
                                   .new_file_bytes = size.value()},
                                  first_file(), context_.settings.move_chunk_bytes, self.view(),
                                  mpi::IoRanks(self.view()));
        condition().broken = outcome.interrupted;
        status = outcome.status;
    }
    if (status.ok()) header_in_file_ = std::move(padded);
    return status;
}

// Data.

Result<std::unique_ptr<container::References>> Classic::references(int variable,
                                                                   std::int64_t array_chunk_bytes) {
    return container::references_in(layout::place_of(definition().schema, layout_, variable), 0,
                                    array_chunk_bytes);
}

std::optional<layout::Place> Classic::place_of(int variable) const {
    return layout::place_of(definition().schema, layout_, variable);
}

void Classic::spread(const container::Prepared& prepared, const engine::Piece& model,
                     container::Transfer& transfer) const {
    container::add_pieces(*place_of(prepared.variable_id), prepared, model,
                          transfer.first().pieces);
}

Status Classic::fill(int variable, const container::ElementRange& range) {
    return container::fill(context_, variable, 0, *place_of(variable), range);
}

std::optional<container::RecordForm> Classic::record_form() const {
    if (!is_one_file() || layout_.record_bytes == 0) return std::nullopt;
    const model::Schema& schema = definition().schema;
    container::RecordForm form{.bytes = layout_.record_bytes, .offsets = {}};
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        form.offsets.push_back(-1);
        if (!schema.is_record_variable(variable)) continue;
        form.offsets.back() = layout_.begin(id) - layout_.record_begin;
        const std::int64_t slab = format::slab_bytes(schema, variable).value();
        if (form.offsets.back() > form.bytes - slab) return std::nullopt;
    }
    return form;
}

Status Classic::read_records(std::int64_t offset, std::span<std::byte> bytes) const {
    const Result<std::int64_t> got = first_file().read_at(layout_.record_begin + offset, bytes);
    if (!got.ok()) return got.status();
    std::ranges::fill(bytes.subspan(static_cast<std::size_t>(got.value())), std::byte{0});
    return {};
}

Status Classic::write_records(std::int64_t offset, std::span<const std::byte> bytes) {
    condition().changed = true;
    const Status written = first_file().write_at(layout_.record_begin + offset, bytes);
    condition().write_failure.keep_first(written);
    return written;
}

Result<container::Regions> Classic::regions() const {
    Result<container::Regions> regions =
        regions_of({version(), definition().schema, layout_.begins});
    if (!regions.ok()) return regions;
    regions.value().file_bytes = layout_.file_bytes(definition().schema.record_count);
    if (!is_one_file()) return regions;
    const Result<std::int64_t> bytes = first_file().size();
    if (!bytes.ok()) return bytes.status();
    regions.value().file_bytes = bytes.value();
    return regions;
}

Result<container::Stored> Classic::stored() const {
    const Result<std::int64_t> bytes = first_file().size();
    if (!bytes.ok()) return bytes.status();
    return stored_in(bytes.value());
}

container::Stored Classic::stored_in(std::int64_t file_bytes) const {
    const model::Schema& schema = definition().schema;
    container::Stored stored{.file_bytes = file_bytes, .elements = {}, .short_files = {}};
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const std::int64_t element = types::size_of(variable.type);
        const std::int64_t slab = format::slab_bytes(schema, variable).value();
        const std::int64_t behind = std::max<std::int64_t>(file_bytes - layout_.begin(id), 0);
        std::int64_t bytes = std::min(slab, behind);
        if (schema.is_record_variable(variable) && slab > 0) {
            const std::int64_t whole = std::min(schema.record_count, behind / layout_.record_bytes);
            const std::int64_t rest = behind - whole * layout_.record_bytes;
            bytes = whole * slab + (whole < schema.record_count ? std::min(slab, rest) : 0);
        }
        stored.elements.push_back(bytes / element);
    }
    return stored;
}

// The number of records.

Status Classic::announce_records() {
    if (!is_root() || definition().schema.record_count == recorded_) return {};
    const Status raised =
        raise_records_in_file(!context_.shared.stage().is_on() || other_writers().are_there());
    // Until the file has the number, every call of this function tries again.
    if (raised.ok()) recorded_ = definition().schema.record_count;
    return raised;
}

/// Called on rank 0. The record count in the header; 0 if the writer of a stream has left it open,
/// and for more records than a file can hold.
Result<std::int64_t> Classic::records_in_file() const {
    std::vector<std::byte> bytes = format::encode_record_count(version(), 0);
    const Result<std::int64_t> got = first_file().read_at(format::record_count_offset, bytes);
    if (!got.ok()) return got.status();
    if (std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{255}; })) return 0;
    std::uint64_t count = 0;
    for (const std::byte byte : bytes) count = count << 8 | std::to_integer<std::uint64_t>(byte);
    return std::cmp_greater(count, most_records(layout_)) ? 0 : static_cast<std::int64_t>(count);
}

/// Two looks at a number that somebody is just writing do not find the same wrong one: the write
/// takes a moment, and the file is looked at anew.
Result<std::int64_t> Classic::settled_records() const {
    constexpr int most_looks = 16;
    const std::int64_t known = definition().schema.record_count;
    Result<std::int64_t> seen = records_in_file();
    for (int looks = 1; looks < most_looks; ++looks) {
        if (!seen.ok() || seen.value() == known) return seen;
        Result<std::int64_t> again = records_in_file();
        if (again.ok() && again.value() == seen.value()) return again;
        seen = std::move(again);
    }
    return known;  // the next call looks again
}

Result<std::int64_t> Classic::finished_records() const {
    const Result<std::int64_t> count = settled_records();
    if (!count.ok()) return count;
    return whole_records(first_file(), definition().schema.record_count, count.value());
}

/// A lock must not cost more than the put. What is staged has no order that a record could be
/// finished in, but for the end of all.
void Classic::begin_records(std::int64_t whole) {
    const bool has_cheap_locks =
        context_.shared.file().facts.coherence == storage::Coherence::coherent &&
        !storage::is_far(context_.path);
    const bool stays = context_.shared.stage().is_on() && unfinished_.has_some();
    if (is_root() && has_cheap_locks && !stays) unfinished_.begin(first_file(), whole);
}

Status Classic::take_up_records() {
    const Status renewed = context_.shared.renew();
    std::vector<std::byte> told;
    const mpi::Agreed heard = mpi::lead(comm(), renewed, told, container::root, [&]() -> Status {
        const Result<std::int64_t> count = finished_records();
        if (!count.ok()) return count.status();
        told.resize(sizeof(std::int64_t));
        std::memcpy(told.data(), &count.value(), sizeof(std::int64_t));
        return {};
    });
    if (!heard.ok()) return heard.status();
    std::int64_t count = 0;
    std::memcpy(&count, told.data(), sizeof count);
    take_up(count);
    return {};
}

/// The file has this number of records, of which other programs may have written some.
void Classic::take_up(std::int64_t count) {
    std::int64_t& known = definition().schema.record_count;
    if (count <= known) return;
    known = recorded_ = count;
    if (header_in_file_.empty()) return;
    const std::vector<std::byte> bytes = format::encode_record_count(version(), count);
    std::ranges::copy(bytes, header_in_file_.begin() + format::record_count_offset);
}

/// Called on rank 0. Another communicator may have counted more records: then its count stays. To
/// look for it would wait for all that is staged, so the last call of a staged file does that.
Status Classic::raise_records_in_file(bool looks) {
    const auto turn = looks ? other_writers().take_turn() : nullptr;
    const Result<std::int64_t> theirs = looks ? records_in_file() : Result<std::int64_t>(0);
    if (!theirs.ok()) return theirs.status();
    owes_look_ = !looks;
    const model::Schema& schema = definition().schema;
    const std::vector<std::byte> bytes =
        format::encode_record_count(version(), std::max(schema.record_count, theirs.value()));
    Status written = first_file().write_at(format::record_count_offset, bytes);
    if (!written.ok()) return written;
    std::copy(bytes.begin(), bytes.end(), header_in_file_.begin() + format::record_count_offset);
    put_bytes_ += static_cast<std::int64_t>(bytes.size());
    return {};
}

/// Changing the size would undo what another communicator appends at the same time.
Status Classic::settle_sizes(bool is_changed) {
    if (!is_root()) return {};
    if (owes_look_ && !context_.shared.stage().detaches()) {
        if (Status raised = raise_records_in_file(true); !raised.ok()) return raised;
    }
    return other_writers().settle_size(announced_size(is_changed));
}

/// The size that the header announces, so that the file does not end too early for other readers. A
/// communicator that has changed nothing leaves the size alone, unless others have changed it.
storage::FinalSize Classic::announced_size(bool is_changed) const {
    const auto [version, schema, layout] = first_header();
    const bool has_fixed = layout.fixed_end > layout.header_extent;
    storage::FinalSize size{.units = definition().schema.record_count,
                            .unit_bytes = layout.record_bytes};
    if (!is_changed) size.unchanged_bytes = context_.shared.file().facts.bytes;
    if (layout.record_bytes > 0 || !has_fixed) {
        const auto count = format::encode_record_count(version, 0);
        size.count = storage::extent_of(format::record_count_offset, count.size());
        size.most_units = most_records(layout_);
    }
    size.empty.bytes = has_fixed ? layout.fixed_end : format::header_bytes(version, schema);
    size.full.bytes = layout.record_bytes > 0 ? layout.record_begin : layout.fixed_end;
    // Nobody may remove records that were stored but not yet counted.
    if (schema.variable_count() == 0) {
        size.empty.longest_cut = std::numeric_limits<std::int64_t>::max();
        size.full.longest_cut = size.empty.longest_cut;
    } else if (!has_fixed) {
        size.empty.longest_cut = layout.header_extent;
    }
    return size;
}

std::int64_t Classic::record_bytes() const {
    const Result<std::int64_t> bytes = format::record_bytes(definition().schema);
    return bytes.ok() ? bytes.value() : 0;
}

std::int64_t Classic::header_bytes() const {
    return format::header_bytes(version(), definition().schema);
}

}  // namespace weft::classic
