// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/layout.hpp"

#include <utility>

#include "formats/formats.hpp"
#include "tools/gen/storage.hpp"

namespace weft::tools {
namespace {

Result<LaidOut> lay_out_as(const cdl::Header& header, cdl::Version version) {
    const Status holds = cdl::check_version(version, header.schema);
    if (!holds.ok()) return holds;
    LaidOut laid_out{.kind = static_cast<int>(version),
                     .follows_notes = header.asked_version == version};
    container::AskedPlaces asked;
    if (laid_out.follows_notes) asked = {header.begins, header.file_bytes};
    auto writer = formats::exact_writer({laid_out.kind, header.schema, asked});
    if (!writer.ok()) return writer.status();
    laid_out.writer = std::move(writer).value();
    return laid_out;
}

Result<LaidOut> lay_out_chunks(const cdl::Header& header, int kind) {
    Result<model::Schema> stored = stored_schema_of(header);
    if (!stored.ok()) return stored.status();
    return LaidOut{.kind = kind, .stored = std::move(stored).value()};
}

}  // namespace

Result<LaidOut> lay_out(const cdl::Header& header, std::optional<int> wish) {
    using enum cdl::Version;
    if (!wish && header.netcdf4_kind != 0) wish = header.netcdf4_kind;
    if (!wish && header.asked_version) wish = static_cast<int>(*header.asked_version);
    if (wish && formats::stores_chunks(*wish)) return lay_out_chunks(header, *wish);
    if (wish) return lay_out_as(header, static_cast<cdl::Version>(*wish));
    for (const cdl::Version version : {cdf1, cdf2}) {
        Result<LaidOut> laid_out = lay_out_as(header, version);
        if (laid_out.ok()) return laid_out;
    }
    return lay_out_as(header, cdf5);
}

}  // namespace weft::tools
