// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "format/header_writer.hpp"
#include "format/placement.hpp"
#include "format/sizes.hpp"
#include "layout/layout.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

Status place_side_by_side(format::Schema& schema) {
    const layout::Alignment alignment{.variable_align = format::padding_unit,
                                      .record_align = format::padding_unit};
    return layout::place_variables(schema, format::header_bytes(schema), alignment, nullptr)
        .status();
}

Status choose_version(format::Schema& schema, const std::optional<format::Version>& wish) {
    using format::Version;
    Status status;
    for (const Version version : {Version::cdf1, Version::cdf2, Version::cdf5}) {
        if (wish && version != *wish) continue;
        schema.version = version;
        status = cdl::check_version(schema);
        if (status.ok()) status = place_side_by_side(schema);
        if (status.ok()) break;
    }
    return status;
}

/// Moves the variables to where the notes say, if there are any.
Status follow_begins(const cdl::Header& header, format::Schema& schema) {
    const auto noted = std::count_if(header.begins.begin(), header.begins.end(),
                                     [](const auto& begin) { return begin.has_value(); });
    if (noted == 0) return {};
    for (int id = 0; id < schema.variable_count(); ++id) {
        format::Variable& variable = schema.variable(id);
        const auto& begin = header.begins[static_cast<std::size_t>(id)];
        if (!begin)
            return {Code::einval, fmt::format("variable '{}' has no note of its begin, others have",
                                              variable.name)};
        if (*begin > format::limits_of(schema.version).begin)
            return {Code::evarsize,
                    fmt::format("the begin of variable '{}' by its note, {}, is more than the "
                                "format CDF-{} can have",
                                variable.name, *begin, static_cast<int>(schema.version))};
        variable.begin = *begin;
    }
    format::Findings findings(format::Findings::Keep::errors);
    check_placement(schema, {format::header_bytes(schema), endless}, findings);
    return findings.status();
}

}  // namespace

Result<GenLayout> lay_out(const cdl::Header& header, std::optional<format::Version> wish) {
    GenLayout layout;
    layout.schema = header.schema;
    Status status = choose_version(layout.schema, wish ? wish : header.version);
    if (!status.ok()) return status;
    layout.follows_notes = header.version == layout.schema.version;
    if (layout.follows_notes) {
        status = follow_begins(header, layout.schema);
        layout.file_bytes = header.file_bytes;
        if (layout.file_bytes.value_or(endless) < format::header_bytes(layout.schema))
            status.keep_first(
                {Code::einval, "the file's size by its note is less than its header"});
        if (!status.ok())
            return Status(status.code(),
                          fmt::format("{}; without the comments '// weft:' the file gets a "
                                      "layout of its own",
                                      status.context()));
    }
    Result<SlackMap> slack = slack_of(layout.schema);
    if (!slack.ok()) return slack.status();
    layout.slack = std::move(slack).value();
    return layout;
}

bool is_side_by_side(const format::Schema& schema) {
    format::Schema placed = schema;
    if (!place_side_by_side(placed).ok()) return false;
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (placed.variable(id).begin != schema.variable(id).begin) return false;
    }
    return true;
}

}  // namespace weft::tools
