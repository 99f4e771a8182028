// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <utility>

#include "base/checked.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/layout.hpp"
#include "storage/path_prefix.hpp"
#include "storage/posix_store.hpp"

namespace weft::tools {
namespace {

/// Of fill that is put at once; a multiple of every value's size.
constexpr std::int64_t fill_bytes = 16 << 10;

std::vector<std::byte> repeated(const std::vector<std::byte>& value) {
    std::vector<std::byte> pattern;
    pattern.reserve(static_cast<std::size_t>(fill_bytes));
    while (pattern.size() < static_cast<std::size_t>(fill_bytes)) {
        pattern.insert(pattern.end(), value.begin(), value.end());
    }
    return pattern;
}

Status place_compactly(format::Schema& schema) {
    Status status = cdl::check_version(schema);
    if (!status.ok()) return status;
    const layout::Alignment side_by_side{.variable_align = format::padding_unit,
                                         .record_align = format::padding_unit};
    return layout::place_variables(schema, format::header_bytes(schema), side_by_side, nullptr)
        .status();
}

}  // namespace

GeneratedFile::~GeneratedFile() {
    if (part_path_.empty()) return;
    file_.reset();
    // Nothing to do about a file that cannot be removed: the failure before it is reported.
    (void)storage::PosixStore().remove(part_path_);
}

Status GeneratedFile::begin(const cdl::Header& header) {
    schema_ = header.schema;
    if (target_.path.empty()) {
        if (header.name.empty() || header.name.find('/') != std::string::npos)
            return {Code::ebadname,
                    fmt::format("no file can have the dataset's name '{}'; give one with -o",
                                header.name)};
        target_.path = header.name + ".nc";
    }
    Status status = choose_version(target_.version ? target_.version : header.version);
    if (status.ok()) status = place();
    return status.ok() ? create() : status;
}

/// What is replaced must be a regular file; a symbolic link is followed.
Status GeneratedFile::create() {
    storage::PosixStore store;
    target_.path = std::string(storage::strip_path_prefix(target_.path));
    const auto there = store.inspect(target_.path);
    if (!there.ok()) return there.status();
    if (there.value().exists) {
        if (!there.value().is_regular)
            return {Code::efile, fmt::format("'{}' is not a regular file", target_.path)};
        std::error_code error;  // of "-", which is no file
        if (std::filesystem::equivalent(target_.path, target_.source, error))
            return {Code::einval, "the text and the file to make are the same file"};
        target_.path = std::filesystem::canonical(target_.path).string();
    }
    const std::string part_path =
        fmt::format("{}.{:08x}.part", target_.path, std::random_device()());
    Result<std::unique_ptr<storage::File>> file =
        store.open(part_path, {.writable = true, .create = true, .exclusive = true});
    if (!file.ok()) return file.status();
    file_ = std::move(file).value();
    part_path_ = part_path;
    writer_.emplace(*file_);
    return {};
}

/// The version that is wished for, else the oldest that can hold everything.
Status GeneratedFile::choose_version(const std::optional<format::Version>& wish) {
    using format::Version;
    Status status;
    for (const Version version : {Version::cdf1, Version::cdf2, Version::cdf5}) {
        if (wish && version != *wish) continue;
        schema_.version = version;
        status = place_compactly(schema_);
        if (status.ok()) break;
    }
    return status;
}

Status GeneratedFile::place() {
    const Result<std::int64_t> record_bytes = format::record_bytes(schema_);
    if (!record_bytes.ok()) return record_bytes.status();
    for (int id = 0; id < schema_.variable_count(); ++id) {
        const format::Variable& variable = schema_.variable(id);
        const Result<std::int64_t> slab = format::slab_bytes(schema_, variable);
        if (!slab.ok()) return slab.status();
        const bool is_record = schema_.is_record_variable(variable);
        Place place{.begin = variable.begin, .slab = slab.value()};
        place.pitch = is_record ? record_bytes.value() : slab.value();
        place.slabs = is_record ? -1 : 1;
        const bool is_alone = is_record && record_bytes.value() == slab.value();
        place.pad = is_alone ? 0 : round_up(slab.value(), format::padding_unit) - slab.value();
        places_.push_back(place);
    }
    return {};
}

Status GeneratedFile::begin_variable(int id) {
    id_ = id;
    fill_ = repeated(cdl::fill_of(schema_.variable(id)));
    return {};
}

Status GeneratedFile::put(std::span<const std::byte> values) {
    return put_values(id_, values);
}

/// Writes values behind those that the variable has, and padding behind each slab.
Status GeneratedFile::put_values(int id, std::span<const std::byte> values) {
    Place& place = places_[static_cast<std::size_t>(id)];
    Status status;
    while (!values.empty() && status.ok()) {
        const std::int64_t in_slab = place.written % place.slab;
        const auto base = checked_mul(place.written / place.slab, place.pitch);
        const auto offset = base ? checked_add(*base, place.begin + in_slab) : std::nullopt;
        if (!offset) return {Code::evarsize, "the file exceeds 2^63-1 bytes"};
        const std::int64_t count =
            std::min(place.slab - in_slab, static_cast<std::int64_t>(values.size()));
        status = writer_->put(*offset, values.first(static_cast<std::size_t>(count)));
        const bool ends_slab = in_slab + count == place.slab;
        if (status.ok() && ends_slab && place.pad > 0) {
            const auto pad = static_cast<std::size_t>(place.pad);
            status = writer_->put(*offset + count, std::span(fill_).first(pad));
        }
        place.written += count;
        values = values.subspan(static_cast<std::size_t>(count));
    }
    return status;
}

/// Fills until the variable has `bytes` of values.
Status GeneratedFile::fill_up(int id, std::int64_t bytes) {
    const Place& place = places_[static_cast<std::size_t>(id)];
    Status status;
    while (place.written < bytes && status.ok()) {
        const auto count = static_cast<std::size_t>(std::min(bytes - place.written, fill_bytes));
        status = put_values(id, std::span(fill_).first(count));
    }
    return status;
}

/// A record that was begun is completed, which decides how many records there are.
Status GeneratedFile::end_variable() {
    Place& place = places_[static_cast<std::size_t>(id_)];
    const std::int64_t slabs = place.written / place.slab + (place.written % place.slab != 0);
    if (place.slabs < 0) schema_.record_count = std::max(schema_.record_count, slabs);
    const auto bytes = checked_mul(place.slabs < 0 ? slabs : place.slabs, place.slab);
    if (!bytes) return {Code::evarsize, "the file exceeds 2^63-1 bytes"};
    return fill_up(id_, *bytes);
}

/// Variables without data, and those with fewer records than others.
Status GeneratedFile::fill_rest() {
    for (int id = 0; id < schema_.variable_count(); ++id) {
        Status status = begin_variable(id);
        const Place& place = places_[static_cast<std::size_t>(id)];
        const std::int64_t slabs = place.slabs < 0 ? schema_.record_count : place.slabs;
        const auto bytes = checked_mul(slabs, place.slab);
        if (!bytes) return {Code::evarsize, "the file exceeds 2^63-1 bytes"};
        status = fill_up(id, *bytes);
        if (!status.ok()) return status;
    }
    return {};
}

Status GeneratedFile::write_header() {
    if (schema_.record_count > format::limits_of(schema_.version).record_count)
        return {Code::einval, fmt::format("{} records are more than the format CDF-{} can have",
                                          schema_.record_count, static_cast<int>(schema_.version))};
    return file_->write_at(0, format::write_header(schema_));
}

Status GeneratedFile::finish() {
    Status status = fill_rest();
    if (status.ok()) status = writer_->flush();
    if (status.ok()) status = write_header();
    if (status.ok()) status = file_->close();
    if (status.ok()) status = storage::PosixStore().rename(part_path_, target_.path);
    if (status.ok()) part_path_.clear();
    return status;
}

}  // namespace weft::tools
