// SPDX-License-Identifier: BSD-3-Clause
#include "tools/check/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "classic/file_source.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "format/validator.hpp"
#include "journal/journal.hpp"
#include "parts/aggregation.hpp"
#include "sets/read_part.hpp"
#include "tools/check/stored_records.hpp"
#include "tools/shared/foreign_file.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {
namespace {

using format::Finding;
using format::Severity;

/// For a file without errors as a netCDF file.
class FileOfSet {
public:
    FileOfSet(storage::File& file, std::int64_t bytes, std::vector<Finding>& findings)
        : file_(file), bytes_(bytes), findings_(findings) {}

    /// Checks that a master is valid, and that other software finds the parts by it.
    Status examine_master(const std::string& path) {
        classic::FileSource source(file_, header_chunk_bytes);
        const Result<format::Header> master = format::read_header(source, bytes_);
        if (!master.ok()) return master.status();
        const auto set = sets::set_in(master.value(), path);
        if (!set.ok()) {
            findings_.push_back({Severity::error, set.code(), 0, set.status().context()});
            return {};
        }
        if (!set.value()) return {};
        examine_count(path, *set.value(), master.value());
        return examine_helpers(*set.value(), master.value());
    }

    Status examine_part(const parts::Set& set, int part) {
        const auto found =
            sets::read_part(file_, {set.whole.version, set.whole.schema, set.table}, part);
        if (found.code() == Code::eread) return found.status();
        if (!found.ok()) {
            findings_.push_back({Severity::error, found.code(), 0, found.status().context()});
            return {};
        }
        const model::Schema& there = found.value().part.schema;
        const std::int64_t counted = there.record_count;
        const std::int64_t wanted = set.table.records_in(part, set.whole.schema.record_count);
        if (there.record_dimension() >= 0 && counted < wanted)
            findings_.push_back(
                {Severity::warning, Code::etrunc, format::record_count_offset,
                 fmt::format("header: {} records, but {} by the master of the set: other "
                             "software sees the smaller number",
                             counted, wanted)});
        return {};
    }

private:
    /// Only the master has the number of records; its own variables may have none.
    void examine_count(const std::string& path, const parts::Set& set,
                       const format::Header& master) {
        const auto stored = stored_in_set(path, set, stored_in_file(master, bytes_));
        const std::int64_t counted = master.schema.record_count;
        if (!stored || (counted >= stored->whole && counted <= stored->begun)) return;
        findings_.push_back(
            {Severity::warning, Code::etrunc, format::record_count_offset,
             fmt::format(
                 "header: {} records, but the files of the set have {}: `weft check --repair` "
                 "sets the count to that",
                 counted, std::clamp(counted, stored->whole, stored->begun))});
    }

    Status examine_helpers(const parts::Set& set, const format::Header& master) {
        for (const parts::HelperValues& helper : parts::values_of_aggregation(
                 set.whole.version, set.whole.schema, set.table, master.schema)) {
            const model::Variable& variable = master.schema.variable(helper.variable);
            const std::int64_t begin = master.begins[static_cast<std::size_t>(helper.variable)];
            std::vector<std::byte> bytes(helper.bytes.size());
            const Result<std::int64_t> got = file_.read_at(begin, bytes);
            if (!got.ok()) return got.status();
            if (bytes == helper.bytes) continue;
            findings_.push_back(
                {Severity::warning, Code::etrunc, begin,
                 fmt::format("variable '{}' does not describe the set as it is now: software "
                             "that reads sets by the CF conventions reads wrong data",
                             variable.name)});
        }
        return {};
    }

    storage::File& file_;
    std::int64_t bytes_;
    std::vector<Finding>& findings_;
};

bool has_error(const std::vector<Finding>& findings) {
    return std::ranges::any_of(
        findings, [](const Finding& finding) { return finding.severity == Severity::error; });
}

}  // namespace

Result<std::vector<Finding>> examine(const CheckedFile& checked) {
    const Result<std::unique_ptr<storage::File>> file = open_to_read(checked.path);
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = journal::is_interrupted(*file.value());
    if (!interrupted.ok()) return interrupted.status();
    // The header and the data of such a file need not match, so nothing else can be said about
    // them.
    if (interrupted.value()) {
        return std::vector<Finding>{{Severity::error, Code::efile, bytes.value(),
                                     "the file " + std::string(interrupted_advice)}};
    }
    classic::FileSource source(*file.value(), header_chunk_bytes);
    std::vector<Finding> findings = format::validate(source, bytes.value());
    // A file that cannot be read has no findings.
    for (Finding& finding : findings) {
        if (finding.code == Code::eread) return Status(finding.code, finding.sentence);
        // A program that opens the file ignores missing parts; a check must report them.
        const bool is_cut = finding.code == Code::etrunc && finding.offset == bytes.value();
        if (is_cut) finding.severity = Severity::error;
        const bool is_foreign = finding.code == Code::enotnc || finding.code == Code::efile;
        if (!is_foreign || finding.offset != 0) continue;
        const std::string advice = advice_about(source, bytes.value());
        if (!advice.empty()) finding.sentence = advice;
    }
    if (has_error(findings)) return findings;
    FileOfSet in_set(*file.value(), bytes.value(), findings);
    const Status looked = checked.set == nullptr ? in_set.examine_master(checked.path)
                                                 : in_set.examine_part(*checked.set, checked.part);
    if (!looked.ok()) return looked;
    return findings;
}

}  // namespace weft::tools
