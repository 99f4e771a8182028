// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_reader.hpp"

#include <algorithm>
#include <utility>

#include "format/header_parser.hpp"
#include "format/placement.hpp"

namespace weft::format {
namespace {

/// Sets the record count of a streaming file: as many whole records as the file holds.
void derive_record_count(Header& header, std::int64_t file_bytes, Findings& findings) {
    model::Schema& schema = header.schema;
    const Result<RecordSection> section = record_section(header);
    if (!section.ok() || section.value().record_bytes == 0) return;
    const std::int64_t data_bytes =
        std::max(file_bytes, section.value().begin) - section.value().begin;
    schema.record_count = data_bytes / section.value().record_bytes;
    if (schema.record_count > limits_of(header.version).record_count)
        findings.error(Code::enotnc, section.value().begin,
                       "header: the file holds {} records, more than the format can count",
                       schema.record_count);
}

}  // namespace

Result<Header> read_header(ByteSource& source, std::int64_t file_bytes) {
    Findings findings(Findings::Keep::errors);
    std::optional<Header> header = examine_header(source, file_bytes, findings);
    if (!header) return findings.status();
    return std::move(*header);
}

std::optional<Header> examine_header(ByteSource& source, std::int64_t file_bytes,
                                     Findings& findings) {
    HeaderParser parser(source, file_bytes, findings);
    if (!parser.parse()) return std::nullopt;
    Header& header = parser.header();
    if (parser.is_streaming()) derive_record_count(header, file_bytes, findings);
    check_placement(header, {.header_end = parser.header_end(), .file_bytes = file_bytes},
                    findings);
    if (findings.has_error()) return std::nullopt;
    return std::move(header);
}

}  // namespace weft::format
