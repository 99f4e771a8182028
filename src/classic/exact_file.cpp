// SPDX-License-Identifier: BSD-3-Clause
#include "classic/exact_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "classic/oddities.hpp"
#include "format/fill.hpp"
#include "format/header_writer.hpp"
#include "format/placement.hpp"
#include "format/sizes.hpp"

namespace weft::classic {
namespace {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

/// How many bytes of fill are put at once; a multiple of every value's size.
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

/// Moves the variables to the places that are asked for, if there are any.
Status ExactFile::follow(const container::AskedPlaces& asked) {
    const auto noted = std::count_if(asked.begins.begin(), asked.begins.end(),
                                     [](const auto& begin) { return begin.has_value(); });
    if (noted == 0) return {};
    for (int id = 0; id < schema_.variable_count(); ++id) {
        const model::Variable& variable = schema_.variable(id);
        const auto& begin = asked.begins[static_cast<std::size_t>(id)];
        if (!begin)
            return {Code::einval,
                    fmt::format("variable '{}' has no note of its offset, but others have",
                                variable.name)};
        if (*begin > format::limits_of(version_).begin)
            return {Code::evarsize,
                    fmt::format("the offset of variable '{}' in its note, {}, is more than the "
                                "format CDF-{} can have",
                                variable.name, *begin, static_cast<int>(version_))};
        begins_[static_cast<std::size_t>(id)] = *begin;
    }
    format::Findings findings(format::Findings::Keep::errors);
    check_placement(header(), {format::header_bytes(header()), endless}, findings);
    return findings.status();
}

Status ExactFile::lay_out(const container::AskedPlaces& asked) {
    Result<format::Begins> begins = places_side_by_side(version_, schema_);
    if (!begins.ok()) return begins.status();
    begins_ = std::move(begins).value();
    Status followed = follow(asked);
    file_bytes_ = asked.file_bytes;
    if (file_bytes_.value_or(endless) < format::header_bytes(header()))
        followed.keep_first({Code::einval, "the file's size in its note is less than the header"});
    if (!followed.ok())
        return {followed.code(), fmt::format("{}; without the comments '// weft:' the file gets "
                                             "the usual layout",
                                             followed.context())};
    Result<GapMap> gaps = gaps_of(header());
    if (!gaps.ok()) return gaps.status();
    gaps_ = std::move(gaps).value();
    return place();
}

Result<std::unique_ptr<container::ExactWriter>> ExactFile::of(const container::ExactPlan& plan) {
    std::unique_ptr<ExactFile> file(
        new ExactFile(static_cast<format::Version>(plan.kind), plan.schema));
    const Status placed = file->lay_out(plan.places);
    if (!placed.ok()) return placed;
    return std::unique_ptr<container::ExactWriter>(std::move(file));
}

void ExactFile::write_to(storage::File& file) {
    file_ = &file;
    writer_.emplace(file);
}

Status ExactFile::place() {
    const model::Schema& schema = schema_;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const Result<std::int64_t> slab = format::slab_bytes(schema, variable);
        if (!slab.ok()) return slab.status();
        const bool is_record = schema.is_record_variable(variable);
        places_.push_back({.begin = begins_[static_cast<std::size_t>(id)],
                           .slab = slab.value(),
                           .pitch = is_record ? gaps_.record_bytes : slab.value(),
                           .slabs = is_record ? -1 : 1});
    }
    for (const auto* gaps : {&gaps_.fixed, &gaps_.in_record}) {
        for (const Gap& gap : *gaps) {
            if (gap.variable >= 0)
                places_[static_cast<std::size_t>(gap.variable)].pad = gap.padding;
        }
    }
    return {};
}

Status ExactFile::begin_variable(int id) {
    id_ = id;
    fill_ = repeated(format::fill_of(schema_.variable(id)));
    return {};
}

Status ExactFile::put(std::span<const std::byte> values) {
    return put_values(id_, values);
}

/// Writes the next values of the variable, and padding behind each slab.
Status ExactFile::put_values(int id, std::span<const std::byte> values) {
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

Status ExactFile::write(std::int64_t offset, std::span<const std::byte> bytes) {
    const Status status = writer_->put(offset, bytes);
    has_failed_ = !status.ok();
    return status;
}

/// Writes bytes of the file; values behind an end that a note has set must be zero.
Status ExactFile::put_at(std::int64_t offset, std::span<const std::byte> bytes, bool is_padding) {
    const auto count = static_cast<std::int64_t>(bytes.size());
    const std::int64_t room = file_bytes_.value_or(offset + count) - offset;
    const auto inside = static_cast<std::size_t>(std::clamp<std::int64_t>(room, 0, count));
    const auto cut = bytes.subspan(inside);
    const bool loses_values = !is_padding && std::any_of(cut.begin(), cut.end(), [](std::byte b) {
        return b != std::byte{0};
    });
    if (loses_values)
        return {Code::einval,
                fmt::format("a comment '// weft: size' sets the file's size to {} bytes, too "
                            "few for all values; leave the comment out",
                            *file_bytes_)};
    return inside == 0 ? Status() : write(offset, bytes.first(inside));
}

/// Fills until the variable has `bytes` of values.
Status ExactFile::fill_up(int id, std::int64_t bytes) {
    const VariablePlace& place = places_[static_cast<std::size_t>(id)];
    Status status;
    while (place.written < bytes && status.ok()) {
        const auto count = static_cast<std::size_t>(std::min(bytes - place.written, fill_bytes));
        status = put_values(id, std::span(fill_).first(count));
    }
    return status;
}

/// Completes the record that was begun, which decides the number of records.
Status ExactFile::end_variable() {
    VariablePlace& place = places_[static_cast<std::size_t>(id_)];
    const std::int64_t slabs = place.written / place.slab + (place.written % place.slab != 0);
    std::int64_t& record_count = schema_.record_count;
    if (place.slabs < 0) record_count = std::max(record_count, slabs);
    const auto bytes = checked_mul(place.slabs < 0 ? slabs : place.slabs, place.slab);
    return bytes ? fill_up(id_, *bytes) : too_large();
}

/// Fills variables without data, and those with fewer records than others.
Status ExactFile::fill_rest() {
    for (int id = 0; id < schema_.variable_count(); ++id) {
        Status status = begin_variable(id);
        const VariablePlace& place = places_[static_cast<std::size_t>(id)];
        const std::int64_t slabs = place.slabs < 0 ? schema_.record_count : place.slabs;
        const auto bytes = checked_mul(slabs, place.slab);
        if (!bytes) return too_large();
        status = fill_up(id, *bytes);
        if (!status.ok()) return status;
    }
    return {};
}

Status ExactFile::put_oddity(const container::Oddity& odd) {
    return odd.header_bytes > 0 ? keep_for_header(odd) : put_between(odd);
}

Status ExactFile::keep_for_header(const container::Oddity& odd) {
    const std::int64_t header_bytes = gaps_.header_bytes;
    const auto count = static_cast<std::int64_t>(odd.bytes.size());
    if (odd.header_bytes != header_bytes || odd.offset > header_bytes - count)
        return {Code::einval,
                fmt::format("the header has {} bytes, so this note is for another one; "
                            "leave it out",
                            header_bytes)};
    for (std::int64_t i = 0; i < count; ++i) {
        header_changes_[odd.offset + i] = odd.bytes[static_cast<std::size_t>(i)];
    }
    return {};
}

/// Earlier checks ensure that the last byte's offset does not overflow.
Status ExactFile::put_between(const container::Oddity& odd) {
    const auto count = static_cast<std::int64_t>(odd.bytes.size());
    const auto span = checked_mul(odd.times - 1, odd.pitch);
    const auto last = span ? checked_add(odd.offset, *span) : std::nullopt;
    const auto end = last ? checked_add(*last, count) : std::nullopt;
    if (!end || *end > file_bytes_.value_or(*end))
        return {Code::einval, "these bytes are beyond the end of the file; leave this note out"};
    for (std::int64_t n = 0; n < odd.times; ++n) {
        const std::int64_t at = odd.offset + n * odd.pitch;
        if (!gaps_.holds(at, count)) {
            // The end of the records is known after the whole text.
            if (at < gaps_.fixed_end || !file_bytes_)
                return {
                    Code::einval,
                    fmt::format("byte {} belongs to a value or the header, or is behind the end of "
                                "the file; leave this note out",
                                at)};
            tail_begin_ = std::min(tail_begin_, at);
        }
        const Status status = write(at, odd.bytes);
        if (!status.ok()) return status;
    }
    return {};
}

Status ExactFile::write_header() {
    const model::Schema& schema = schema_;
    const format::Version version = version_;
    if (schema.record_count > format::limits_of(version).record_count)
        return {Code::einval, fmt::format("{} records are more than the format CDF-{} can have",
                                          schema.record_count, static_cast<int>(version))};
    PooledBytes bytes = format::write_header(header());
    for (const auto& [offset, byte] : header_changes_) {
        bytes[static_cast<std::size_t>(offset)] = byte;
    }
    return file_->write_at(0, bytes);
}

/// Unwritten bytes at the end of the file are zero.
Status ExactFile::give_size() {
    const Result<std::int64_t> usual = gaps_.file_bytes(schema_.record_count);
    if (!usual.ok()) return usual.status();
    if (tail_begin_ < usual.value())
        return {Code::einval,
                fmt::format("a comment '// weft: bytes' puts bytes at {}, but the data "
                            "end at {}; leave it out",
                            tail_begin_, usual.value())};
    return file_->resize(file_bytes_.value_or(usual.value()));
}

Status ExactFile::finish() {
    Status status = fill_rest();
    if (status.ok()) status = writer_->flush();
    if (status.ok()) status = write_header();
    if (status.ok()) status = give_size();
    return status;
}

}  // namespace weft::classic
