// SPDX-License-Identifier: BSD-3-Clause
#include "tools/check/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/checked.hpp"
#include "dataset/file_source.hpp"
#include "dataset/journal.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/placement.hpp"
#include "format/sizes.hpp"
#include "storage/any_store.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {
namespace {

/// Bytes that are to be put in place of others, and why.
struct Patch {
    std::int64_t offset = 0;
    std::vector<std::byte> bytes;
    std::string sentence;
};

/// The file with a record count that means "see the file's size", so that a wrong one does not hide
/// the rest of the header.
class CountlessSource final : public format::ByteSource {
public:
    CountlessSource(storage::File& file, std::int64_t count_bytes)
        : source_(file, header_chunk_bytes), count_bytes_(count_bytes) {}

    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override {
        const Result<std::span<const std::byte>> got = source_.at(offset, length);
        const std::int64_t begin = format::record_count_offset;
        if (!got.ok() || offset >= begin + count_bytes_) return got;
        copy_.assign(got.value().begin(), got.value().end());
        const std::int64_t end = std::min(begin + count_bytes_, offset + std::ssize(copy_));
        for (std::int64_t i = std::max(begin, offset); i < end; ++i) {
            copy_[static_cast<std::size_t>(i - offset)] = std::byte{0xff};
        }
        return std::span<const std::byte>(copy_);
    }

private:
    dataset::FileSource source_;
    std::int64_t count_bytes_;
    std::vector<std::byte> copy_;
};

/// The field as it is; nothing where it is no number of records.
Result<std::optional<std::int64_t>> counted_records(storage::File& file,
                                                    const format::Schema& schema) {
    std::vector<std::byte> field = format::encode_record_count(schema.version, 0);
    const Result<std::int64_t> got = file.read_at(format::record_count_offset, field);
    if (!got.ok()) return got.status();
    std::uint64_t count = 0;
    for (const std::byte byte : field) count = count << 8 | std::to_integer<std::uint64_t>(byte);
    const auto most = static_cast<std::uint64_t>(format::limits_of(schema.version).record_count);
    if (count > most) return std::optional<std::int64_t>();
    return std::optional(static_cast<std::int64_t>(count));
}

struct StoredRecords {
    std::int64_t whole = 0;
    std::int64_t begun = 0;  // those too of which a part is stored
};

/// Only for a schema with record variables.
StoredRecords stored_records(const format::Schema& schema, std::int64_t file_bytes) {
    // The header reader has checked these.
    const format::RecordSection section = format::record_section(schema).value();
    std::int64_t last_end = section.begin;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const format::Variable& variable = schema.variable(id);
        if (!schema.is_record_variable(variable)) continue;
        last_end =
            std::max(last_end, variable.begin + format::slab_bytes(schema, variable).value());
    }
    StoredRecords stored;
    if (file_bytes >= last_end) stored.whole = (file_bytes - last_end) / section.record_bytes + 1;
    if (file_bytes > section.begin)
        stored.begun = (file_bytes - section.begin - 1) / section.record_bytes + 1;
    return stored;
}

Result<std::optional<Patch>> patch_of_count(storage::File& file, const format::Schema& schema,
                                            std::int64_t file_bytes) {
    const auto counted = counted_records(file, schema);
    if (!counted.ok()) return counted.status();
    const Result<std::int64_t> record_bytes = format::record_bytes(schema);
    if (!record_bytes.ok()) return record_bytes.status();
    const std::optional<std::int64_t> before = counted.value();
    std::int64_t after = before.value_or(0);
    if (record_bytes.value() > 0) {
        const StoredRecords stored = stored_records(schema, file_bytes);
        after = std::clamp(before.value_or(stored.whole), stored.whole, stored.begun);
    }
    if (before == after) return std::optional<Patch>();
    const std::string was = before ? fmt::format("{}", *before) : "no number of records";
    return std::optional(
        Patch{.offset = format::record_count_offset,
              .bytes = format::encode_record_count(schema.version, after),
              .sentence = fmt::format(
                  "record count set to {}, what the file's size says; it was {}", after, was)});
}

/// Of what a look at the header found, at most as much as findings hold.
std::vector<Patch> patches_of_padding(const std::vector<format::Finding>& findings) {
    std::vector<Patch> patches;
    for (const format::Finding& finding : findings) {
        if (finding.code != Code::enullpad || finding.offset % format::padding_unit == 0) continue;
        const std::int64_t end = round_up(finding.offset, format::padding_unit);
        patches.push_back(
            {.offset = finding.offset,
             .bytes = std::vector<std::byte>(static_cast<std::size_t>(end - finding.offset)),
             .sentence = fmt::format("padding set to zero at byte {} ({})", finding.offset,
                                     finding.sentence)});
    }
    return patches;
}

/// What is to be done to a file.
Result<std::vector<Patch>> plan_repair(storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = dataset::is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    if (interrupted.value()) return Status(Code::efile, std::string(interrupted_advice));
    std::byte version{};
    const Result<std::int64_t> got = file.read_at(3, std::span(&version, 1));
    if (!got.ok()) return got.status();
    const bool is_cdf5 = version == std::byte{static_cast<unsigned char>(format::Version::cdf5)};
    CountlessSource source(file, is_cdf5 ? 8 : 4);
    format::Findings findings(format::Findings::Keep::all);
    const std::optional<format::Schema> schema =
        format::examine_header(source, bytes.value(), findings);
    const Status status = findings.status();
    if (!status.ok() || !schema) return status;
    std::vector<Patch> patches = patches_of_padding(std::move(findings).take());
    Result<std::optional<Patch>> count = patch_of_count(file, *schema, bytes.value());
    if (!count.ok()) return count.status();
    if (count.value()) patches.push_back(*std::move(count).value());
    return patches;
}

Status apply(storage::File& file, const std::vector<Patch>& patches) {
    for (const Patch& patch : patches) {
        const Status written = file.write_at(patch.offset, patch.bytes);
        if (!written.ok()) return written;
    }
    return file.sync();
}

}  // namespace

Result<std::vector<std::string>> repair_file(const std::string& path) {
    storage::AnyStore store;
    std::vector<std::string> sentences;
    while (true) {
        // A sound file needs no permission to write.
        const Result<std::unique_ptr<storage::File>> reading = store.open_file(path, {});
        if (!reading.ok()) return reading.status();
        const Result<std::vector<Patch>> patches = plan_repair(*reading.value());
        if (!patches.ok()) return patches.status();
        if (patches.value().empty()) return sentences;
        const Result<std::unique_ptr<storage::File>> writing =
            store.open_file(path, {.writable = true});
        if (!writing.ok()) return writing.status();
        Status status = apply(*writing.value(), patches.value());
        status.keep_first(writing.value()->close());
        if (!status.ok()) return status;
        for (const Patch& patch : patches.value()) sentences.push_back(patch.sentence);
        // Once more, because findings are limited in number.
    }
}

}  // namespace weft::tools
