// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/checked.hpp"
#include "format/fill.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"

namespace weft::tools {
namespace {

/// Bytes of fill that are put at once; a multiple of every value's size.
constexpr std::int64_t fill_bytes = 16 << 10;

std::vector<std::byte> repeated(const std::vector<std::byte>& value) {
    std::vector<std::byte> pattern;
    pattern.reserve(static_cast<std::size_t>(fill_bytes));
    while (pattern.size() < static_cast<std::size_t>(fill_bytes)) {
        pattern.insert(pattern.end(), value.begin(), value.end());
    }
    return pattern;
}

Status too_large() {
    return {Code::evarsize, "the file exceeds 2^63-1 bytes"};
}

}  // namespace

Status GeneratedFile::begin(const cdl::Header& header) {
    if (target_.path.empty()) {
        if (header.name.empty() || header.name.find('/') != std::string::npos)
            return {Code::ebadname,
                    fmt::format("the dataset's name '{}' cannot be a file name; give one with -o",
                                header.name)};
        target_.path = header.name + target_.suffix;
    }
    Result<GenLayout> layout = lay_out(header, target_.version);
    if (!layout.ok()) return layout.status();
    layout_ = std::move(layout).value();
    const Status placed = place();
    if (!placed.ok()) return placed;
    const Status created = file_.create(target_.path, target_.source);
    has_failed_ = !created.ok();
    if (created.ok()) writer_.emplace(file_.file());
    return created;
}

Status GeneratedFile::place() {
    const model::Schema& schema = layout_.schema;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const Result<std::int64_t> slab = format::slab_bytes(schema, variable);
        if (!slab.ok()) return slab.status();
        const bool is_record = schema.is_record_variable(variable);
        places_.push_back({.begin = layout_.begins[static_cast<std::size_t>(id)],
                           .slab = slab.value(),
                           .pitch = is_record ? layout_.gaps.record_bytes : slab.value(),
                           .slabs = is_record ? -1 : 1});
    }
    for (const auto* gaps : {&layout_.gaps.fixed, &layout_.gaps.in_record}) {
        for (const classic::Gap& gap : *gaps) {
            if (gap.variable >= 0)
                places_[static_cast<std::size_t>(gap.variable)].pad = gap.padding;
        }
    }
    return {};
}

Status GeneratedFile::begin_variable(int id) {
    id_ = id;
    fill_ = repeated(format::fill_of(layout_.schema.variable(id)));
    return {};
}

Status GeneratedFile::put(std::span<const std::byte> values) {
    return put_values(id_, values);
}

/// Writes the next values of the variable, and padding behind each slab.
Status GeneratedFile::put_values(int id, std::span<const std::byte> values) {
    VariablePlace& place = places_[static_cast<std::size_t>(id)];
    Status status;
    while (!values.empty() && status.ok()) {
        const std::int64_t in_slab = place.written % place.slab;
        const auto base = checked_mul(place.written / place.slab, place.pitch);
        const auto offset = base ? checked_add(*base, place.begin + in_slab) : std::nullopt;
        if (!offset) return too_large();
        const std::int64_t count =
            std::min(place.slab - in_slab, static_cast<std::int64_t>(values.size()));
        status = put_at(*offset, values.first(static_cast<std::size_t>(count)), false);
        const bool ends_slab = in_slab + count == place.slab;
        if (status.ok() && ends_slab && place.pad > 0) {
            const auto pad = static_cast<std::size_t>(place.pad);
            status = put_at(*offset + count, std::span(fill_).first(pad), true);
        }
        place.written += count;
        values = values.subspan(static_cast<std::size_t>(count));
    }
    return status;
}

Status GeneratedFile::write(std::int64_t offset, std::span<const std::byte> bytes) {
    const Status status = writer_->put(offset, bytes);
    has_failed_ = !status.ok();
    return status;
}

/// Writes bytes of the file; values behind an end that a note has set must be zero.
Status GeneratedFile::put_at(std::int64_t offset, std::span<const std::byte> bytes,
                             bool is_padding) {
    const auto count = static_cast<std::int64_t>(bytes.size());
    const std::int64_t room = layout_.file_bytes.value_or(offset + count) - offset;
    const auto inside = static_cast<std::size_t>(std::clamp<std::int64_t>(room, 0, count));
    const auto cut = bytes.subspan(inside);
    const bool loses_values = !is_padding && std::any_of(cut.begin(), cut.end(), [](std::byte b) {
        return b != std::byte{0};
    });
    if (loses_values)
        return {Code::einval,
                fmt::format("a comment '// weft: size' sets the file's size to {} bytes, too "
                            "few for all values; leave the comment out",
                            *layout_.file_bytes)};
    return inside == 0 ? Status() : write(offset, bytes.first(inside));
}

/// Fills until the variable has `bytes` of values.
Status GeneratedFile::fill_up(int id, std::int64_t bytes) {
    const VariablePlace& place = places_[static_cast<std::size_t>(id)];
    Status status;
    while (place.written < bytes && status.ok()) {
        const auto count = static_cast<std::size_t>(std::min(bytes - place.written, fill_bytes));
        status = put_values(id, std::span(fill_).first(count));
    }
    return status;
}

/// Completes the record that was begun, which decides the number of records.
Status GeneratedFile::end_variable() {
    VariablePlace& place = places_[static_cast<std::size_t>(id_)];
    const std::int64_t slabs = place.written / place.slab + (place.written % place.slab != 0);
    std::int64_t& record_count = layout_.schema.record_count;
    if (place.slabs < 0) record_count = std::max(record_count, slabs);
    const auto bytes = checked_mul(place.slabs < 0 ? slabs : place.slabs, place.slab);
    return bytes ? fill_up(id_, *bytes) : too_large();
}

/// Fills variables without data, and those with fewer records than others.
Status GeneratedFile::fill_rest() {
    for (int id = 0; id < layout_.schema.variable_count(); ++id) {
        Status status = begin_variable(id);
        const VariablePlace& place = places_[static_cast<std::size_t>(id)];
        const std::int64_t slabs = place.slabs < 0 ? layout_.schema.record_count : place.slabs;
        const auto bytes = checked_mul(slabs, place.slab);
        if (!bytes) return too_large();
        status = fill_up(id, *bytes);
        if (!status.ok()) return status;
    }
    return {};
}

Status GeneratedFile::put_note(const cdl::Note& note) {
    if (!layout_.follows_notes) return {};
    return note.kind == cdl::NoteKind::header ? keep_for_header(note) : put_between(note);
}

Status GeneratedFile::keep_for_header(const cdl::Note& note) {
    const std::int64_t header_bytes = layout_.gaps.header_bytes;
    const auto count = static_cast<std::int64_t>(note.content.size());
    if (note.number != header_bytes || note.offset > header_bytes - count)
        return {Code::einval,
                fmt::format("the header has {} bytes, so this note is for another one; "
                            "leave it out",
                            header_bytes)};
    for (std::int64_t i = 0; i < count; ++i) {
        header_changes_[note.offset + i] = note.content[static_cast<std::size_t>(i)];
    }
    return {};
}

/// Earlier checks ensure that the last byte's offset does not overflow.
Status GeneratedFile::put_between(const cdl::Note& note) {
    const auto count = static_cast<std::int64_t>(note.content.size());
    const auto span = checked_mul(note.times - 1, note.pitch);
    const auto last = span ? checked_add(note.offset, *span) : std::nullopt;
    const auto end = last ? checked_add(*last, count) : std::nullopt;
    if (!end || *end > layout_.file_bytes.value_or(*end))
        return {Code::einval, "these bytes are beyond the end of the file; leave this note out"};
    for (std::int64_t n = 0; n < note.times; ++n) {
        const std::int64_t at = note.offset + n * note.pitch;
        if (!layout_.gaps.holds(at, count)) {
            // The end of the records is known after the whole text.
            if (at < layout_.gaps.fixed_end || !layout_.file_bytes)
                return {
                    Code::einval,
                    fmt::format("byte {} belongs to a value or the header, or is behind the end of "
                                "the file; leave this note out",
                                at)};
            tail_begin_ = std::min(tail_begin_, at);
        }
        const Status status = write(at, note.content);
        if (!status.ok()) return status;
    }
    return {};
}

Status GeneratedFile::write_header() {
    const model::Schema& schema = layout_.schema;
    const format::Version version = layout_.version;
    if (schema.record_count > format::limits_of(version).record_count)
        return {Code::einval, fmt::format("{} records are more than the format CDF-{} can have",
                                          schema.record_count, static_cast<int>(version))};
    PooledBytes header = format::write_header(layout_.header());
    for (const auto& [offset, byte] : header_changes_) {
        header[static_cast<std::size_t>(offset)] = byte;
    }
    return file_.file().write_at(0, header);
}

/// Unwritten bytes at the end of the file are zero.
Status GeneratedFile::give_size() {
    const Result<std::int64_t> usual = layout_.gaps.file_bytes(layout_.schema.record_count);
    if (!usual.ok()) return usual.status();
    if (tail_begin_ < usual.value())
        return {Code::einval,
                fmt::format("a comment '// weft: bytes' puts bytes at {}, but the data "
                            "end at {}; leave it out",
                            tail_begin_, usual.value())};
    return file_.file().resize(layout_.file_bytes.value_or(usual.value()));
}

Status GeneratedFile::finish() {
    Status status = fill_rest();
    if (status.ok()) status = writer_->flush();
    if (status.ok()) status = write_header();
    if (status.ok()) status = give_size();
    if (status.ok()) status = file_.put_in_place();
    return status;
}

}  // namespace weft::tools
