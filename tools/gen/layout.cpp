// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "classic/oddities.hpp"
#include "format/header_writer.hpp"
#include "format/placement.hpp"
#include "format/sizes.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

Status choose_version(GenLayout& layout, const std::optional<format::Version>& wish) {
    using format::Version;
    Status status;
    for (const Version version : {Version::cdf1, Version::cdf2, Version::cdf5}) {
        if (wish && version != *wish) continue;
        layout.version = version;
        status = cdl::check_version(version, layout.schema);
        if (!status.ok()) continue;
        Result<format::Begins> begins = classic::places_side_by_side(version, layout.schema);
        status = begins.status();
        if (!status.ok()) continue;
        layout.begins = std::move(begins).value();
        break;
    }
    return status;
}

/// Moves the variables to the places of the notes, if there are any.
Status follow_begins(const cdl::Header& header, GenLayout& layout) {
    const model::Schema& schema = layout.schema;
    const auto noted = std::count_if(header.begins.begin(), header.begins.end(),
                                     [](const auto& begin) { return begin.has_value(); });
    if (noted == 0) return {};
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const auto& begin = header.begins[static_cast<std::size_t>(id)];
        if (!begin)
            return {Code::einval,
                    fmt::format("variable '{}' has no note of its offset, but others have",
                                variable.name)};
        if (*begin > format::limits_of(layout.version).begin)
            return {Code::evarsize,
                    fmt::format("the offset of variable '{}' in its note, {}, is more than the "
                                "format CDF-{} can have",
                                variable.name, *begin, static_cast<int>(layout.version))};
        layout.begins[static_cast<std::size_t>(id)] = *begin;
    }
    format::Findings findings(format::Findings::Keep::errors);
    check_placement(layout.header(), {format::header_bytes(layout.header()), endless}, findings);
    return findings.status();
}

}  // namespace

Result<GenLayout> lay_out(const cdl::Header& header, std::optional<format::Version> wish) {
    GenLayout layout;
    layout.schema = header.schema;
    Status status = choose_version(layout, wish ? wish : header.asked_version);
    if (!status.ok()) return status;
    layout.follows_notes = header.asked_version == layout.version;
    if (layout.follows_notes) {
        status = follow_begins(header, layout);
        layout.file_bytes = header.file_bytes;
        if (layout.file_bytes.value_or(endless) < format::header_bytes(layout.header()))
            status.keep_first(
                {Code::einval, "the file's size in its note is less than the header"});
        if (!status.ok())
            return Status(status.code(),
                          fmt::format("{}; without the comments '// weft:' the file gets "
                                      "the usual layout",
                                      status.context()));
    }
    Result<classic::GapMap> gaps = classic::gaps_of(layout.header());
    if (!gaps.ok()) return gaps.status();
    layout.gaps = std::move(gaps).value();
    return layout;
}

}  // namespace weft::tools
