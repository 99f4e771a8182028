// SPDX-License-Identifier: BSD-3-Clause
// Which format a text's file has, and where everything lies in it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "cdl/reader.hpp"
#include "format/header.hpp"
#include "tools/shared/slack.hpp"

namespace weft::tools {

struct GenLayout {
    format::Version version = format::Version::cdf1;
    model::Schema schema;
    format::Begins begins;
    SlackMap slack;
    bool follows_notes = false;              // those of the text hold
    std::optional<std::int64_t> file_bytes;  // by a note

    [[nodiscard]] format::HeaderView header() const { return {version, schema, begins}; }
};

/// The version that is wished for, else the one that the text asks for, else the oldest that can
/// hold everything. Variables lie where the text's notes say if they were made for this version and
/// there is one for each variable, else side by side.
Result<GenLayout> lay_out(const cdl::Header& header, std::optional<format::Version> wish);

/// Whether the variables lie side by side, in the order of their definition.
bool is_side_by_side(const format::HeaderView& header);

}  // namespace weft::tools
