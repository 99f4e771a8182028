// SPDX-License-Identifier: BSD-3-Clause
#include "sets/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/checked.hpp"
#include "classic/findings.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "journal/journal.hpp"
#include "parts/aggregation.hpp"
#include "parts/master.hpp"
#include "sets/read_part.hpp"
#include "sets/stored_records.hpp"

namespace weft::sets {
namespace {

/// Bytes that replace others, and the reason.
struct Patch {
    std::int64_t offset = 0;
    std::vector<std::byte> bytes;
    std::string sentence;
    std::int64_t record_count = 0;  // the new count, if it is set
};

/// The value of the field; nothing if it is not a valid number of records.
Result<std::optional<std::int64_t>> counted_records(storage::File& file, format::Version version) {
    std::vector<std::byte> field = format::encode_record_count(version, 0);
    const Result<std::int64_t> got = file.read_at(format::record_count_offset, field);
    if (!got.ok()) return got.status();
    std::uint64_t count = 0;
    for (const std::byte byte : field) count = count << 8 | std::to_integer<std::uint64_t>(byte);
    const auto most = static_cast<std::uint64_t>(format::limits_of(version).record_count);
    if (count > most) return std::optional<std::int64_t>();
    return std::optional(static_cast<std::int64_t>(count));
}

/// A file that is being repaired.
struct DamagedFile {
    storage::File& file;
    const format::Header& header;
    std::optional<parts::Set> set;                 // if the file is its master
    std::optional<classic::StoredRecords> stored;  // in all files of the set
};

Result<std::optional<Patch>> patch_of_count(const DamagedFile& damaged) {
    const auto counted = counted_records(damaged.file, damaged.header.version);
    if (!counted.ok()) return counted.status();
    const std::optional<std::int64_t> before = counted.value();
    std::int64_t after = before.value_or(0);
    if (damaged.stored)
        after = std::clamp(before.value_or(damaged.stored->whole), damaged.stored->whole,
                           damaged.stored->begun);
    if (before == after) return std::optional<Patch>();
    const std::string was = before ? fmt::format("{}", *before) : "not a number of records";
    return std::optional(
        Patch{.offset = format::record_count_offset,
              .bytes = format::encode_record_count(damaged.header.version, after),
              .sentence = fmt::format("record count set to {}, by the {}; it was {}", after,
                                      damaged.set ? "size of the set's files" : "file's size", was),
              .record_count = after});
}

/// Adds patches for the variables of CF conventions: if the record count changes, software that
/// knows these conventions must find the records.
Status add_patches_of_helpers(const DamagedFile& damaged, std::int64_t record_count,
                              std::vector<Patch>& patches) {
    if (!damaged.set) return {};
    model::Schema whole = damaged.set->whole.schema;
    whole.record_count = record_count;
    for (parts::HelperValues& helper : parts::values_of_aggregation(
             damaged.header.version, whole, damaged.set->table, damaged.header.schema)) {
        const model::Variable& variable = damaged.header.schema.variable(helper.variable);
        const std::int64_t begin = damaged.header.begins[static_cast<std::size_t>(helper.variable)];
        std::vector<std::byte> bytes(helper.bytes.size());
        const Result<std::int64_t> got = damaged.file.read_at(begin, bytes);
        if (!got.ok()) return got.status();
        if (bytes == helper.bytes) continue;
        patches.push_back(
            {.offset = begin,
             .bytes = std::move(helper.bytes),
             .sentence = fmt::format("variable '{}' now describes the set", variable.name)});
    }
    return {};
}

/// Patches for padding that a check of the header has found, up to the limit of findings.
std::vector<Patch> patches_of_padding(const std::vector<Finding>& findings) {
    std::vector<Patch> patches;
    for (const Finding& finding : findings) {
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

/// The patches that repair a file.
Result<std::vector<Patch>> plan_repair(storage::Store& store, const std::string& path,
                                       storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = journal::is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    if (interrupted.value()) return Status(Code::efile, std::string(classic::interrupted_advice));
    format::Findings findings(format::Findings::Keep::all);
    const auto header = classic::read_without_count(file, bytes.value(), findings);
    if (!header.ok()) return header.status();
    const Status status = findings.status();
    if (!status.ok() || !header.value()) return status;
    const auto set = sets::set_in(*header.value(), path);
    if (!set.ok()) return set.status();
    DamagedFile damaged{file, *header.value(), set.value(),
                        classic::stored_records(*header.value(), bytes.value())};
    // The count of records in netCDF-4 parts is not seen by how long they are.
    if (damaged.set && damaged.set->table.is_in_netcdf4)
        return patches_of_padding(std::move(findings).take());
    if (damaged.set) damaged.stored = stored_records(store, path, *damaged.set, damaged.stored);
    std::vector<Patch> patches = patches_of_padding(std::move(findings).take());
    Result<std::optional<Patch>> count = patch_of_count(damaged);
    if (!count.ok()) return count.status();
    if (!count.value()) return patches;
    const Status added = add_patches_of_helpers(damaged, count.value()->record_count, patches);
    if (!added.ok()) return added;
    patches.push_back(*std::move(count).value());
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

Result<std::vector<std::string>> repair_file(storage::Store& store, const std::string& path) {
    std::vector<std::string> sentences;
    while (true) {
        // A valid file needs no permission to write.
        const Result<std::unique_ptr<storage::File>> reading = store.open_file(path, {});
        if (!reading.ok()) return reading.status();
        const Result<std::vector<Patch>> patches = plan_repair(store, path, *reading.value());
        if (!patches.ok()) return patches.status();
        if (patches.value().empty()) return sentences;
        const Result<std::unique_ptr<storage::File>> writing =
            store.open_file(path, {.writable = true});
        if (!writing.ok()) return writing.status();
        Status status = apply(*writing.value(), patches.value());
        status.keep_first(writing.value()->close());
        if (!status.ok()) return status;
        for (const Patch& patch : patches.value()) sentences.push_back(patch.sentence);
        // Plans again, because the number of findings is limited.
    }
}

}  // namespace weft::sets
