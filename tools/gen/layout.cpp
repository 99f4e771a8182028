// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/layout.hpp"

#include <utility>

#include "formats/formats.hpp"

namespace weft::tools {
namespace {

Result<LaidOut> lay_out_as(const cdl::Header& header, cdl::Version version) {
    const Status holds = cdl::check_version(version, header.schema);
    if (!holds.ok()) return holds;
    LaidOut laid_out{.writer = nullptr, .follows_notes = header.asked_version == version};
    container::AskedPlaces asked;
    if (laid_out.follows_notes) asked = {header.begins, header.file_bytes};
    auto writer = formats::exact_writer({static_cast<int>(version), header.schema, asked});
    if (!writer.ok()) return writer.status();
    laid_out.writer = std::move(writer).value();
    return laid_out;
}

}  // namespace

Result<LaidOut> lay_out(const cdl::Header& header, std::optional<cdl::Version> wish) {
    using enum cdl::Version;
    if (!wish) wish = header.asked_version;
    if (wish) return lay_out_as(header, *wish);
    for (const cdl::Version version : {cdf1, cdf2}) {
        Result<LaidOut> laid_out = lay_out_as(header, version);
        if (laid_out.ok()) return laid_out;
    }
    return lay_out_as(header, cdf5);
}

}  // namespace weft::tools
