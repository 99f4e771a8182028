// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_reader.hpp"

#include "format/header_parser.hpp"
#include "format/placement.hpp"

#include <algorithm>
#include <utility>

namespace weft::format {
namespace {

/// Gives a streaming file its record count, as many whole records as the file holds.
void derive_record_count(Schema& schema, std::int64_t file_bytes, Findings& findings) {
    const Result<RecordSection> section = record_section(schema);
    if (!section.ok() || section.value().record_bytes == 0) return;
    const std::int64_t data_bytes =
        std::max(file_bytes, section.value().begin) - section.value().begin;
    schema.record_count = data_bytes / section.value().record_bytes;
    if (schema.record_count > limits_of(schema.version).record_count)
        findings.error(Code::enotnc, section.value().begin,
                       "header: the file holds {} records, more than its format can count",
                       schema.record_count);
}

}  // namespace

Result<Schema> read_header(ByteSource& source, std::int64_t file_bytes) {
    Findings findings(Findings::Keep::errors);
    std::optional<Schema> schema = examine_header(source, file_bytes, findings);
    if (!schema) return findings.status();
    return std::move(*schema);
}

std::optional<Schema> examine_header(ByteSource& source, std::int64_t file_bytes,
                                     Findings& findings) {
    HeaderParser parser(source, file_bytes, findings);
    if (!parser.parse()) return std::nullopt;
    Schema& schema = parser.schema();
    if (parser.is_streaming()) derive_record_count(schema, file_bytes, findings);
    check_placement(schema, {.header_end = parser.header_end(), .file_bytes = file_bytes},
                    findings);
    if (findings.has_error()) return std::nullopt;
    return std::move(schema);
}

}  // namespace weft::format
