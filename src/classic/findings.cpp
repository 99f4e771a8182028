// SPDX-License-Identifier: BSD-3-Clause
#include "classic/findings.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "classic/file_source.hpp"
#include "files/hint_table.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/placement.hpp"
#include "format/sizes.hpp"
#include "format/validator.hpp"
#include "journal/journal.hpp"

namespace weft::classic {
namespace {

constexpr std::int64_t chunk_bytes = files::hint::nc_header_read_chunk_size.usual;

/// The file with a record count that means "see the file's size".
class CountlessSource final : public format::ByteSource {
public:
    CountlessSource(storage::File& file, std::int64_t count_bytes)
        : source_(file, chunk_bytes), count_bytes_(count_bytes) {}

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
    FileSource source_;
    std::int64_t count_bytes_;
    std::vector<std::byte> copy_;
};

}  // namespace

Result<std::vector<Finding>> findings_in(storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = journal::is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    // The header and the data of such a file need not match, so nothing else can be said about
    // them.
    if (interrupted.value()) {
        return std::vector<Finding>{{Severity::error, Code::efile, bytes.value(),
                                     "the file " + std::string(interrupted_advice)}};
    }
    FileSource source(file, chunk_bytes);
    std::vector<Finding> findings = format::validate(source, bytes.value());
    for (Finding& finding : findings) {
        // A file that cannot be read has no findings.
        if (finding.code == Code::eread) return Status(finding.code, finding.sentence);
        // A program that opens the file ignores missing parts; a check must report them.
        const bool is_cut = finding.code == Code::etrunc && finding.offset == bytes.value();
        if (is_cut) finding.severity = Severity::error;
    }
    return findings;
}

Result<std::optional<format::Header>> read_without_count(storage::File& file,
                                                         std::int64_t file_bytes,
                                                         format::Findings& findings) {
    std::byte version{};
    const Result<std::int64_t> got = file.read_at(3, std::span(&version, 1));
    if (!got.ok()) return got.status();
    const bool is_cdf5 = version == std::byte{static_cast<unsigned char>(format::Version::cdf5)};
    CountlessSource source(file, is_cdf5 ? 8 : 4);
    return format::examine_header(source, file_bytes, findings);
}

std::optional<StoredRecords> stored_records(const format::HeaderView& header,
                                            std::int64_t file_bytes) {
    const model::Schema& schema = header.schema;
    // The header reader has checked these.
    const format::RecordSection section = format::record_section(header).value();
    if (section.record_bytes == 0) return {};
    std::int64_t last_end = section.begin;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        if (!schema.is_record_variable(variable)) continue;
        last_end =
            std::max(last_end, header.begin(id) + format::slab_bytes(schema, variable).value());
    }
    StoredRecords stored;
    if (file_bytes >= last_end) stored.whole = (file_bytes - last_end) / section.record_bytes + 1;
    if (file_bytes > section.begin)
        stored.begun = (file_bytes - section.begin - 1) / section.record_bytes + 1;
    return stored;
}

}  // namespace weft::classic
