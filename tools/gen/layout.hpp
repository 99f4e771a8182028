// SPDX-License-Identifier: BSD-3-Clause
// Chooses the format and the layout for the file of a text.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "cdl/reader.hpp"
#include "classic/gaps.hpp"
#include "format/header.hpp"

namespace weft::tools {

struct GenLayout {
    format::Version version = format::Version::cdf1;
    model::Schema schema;
    format::Begins begins;
    classic::GapMap gaps;
    bool follows_notes = false;              // the text's notes are used
    std::optional<std::int64_t> file_bytes;  // by a note

    [[nodiscard]] format::HeaderView header() const { return {version, schema, begins}; }
};

/// The version is the requested one, or else the text's, or else the oldest that can hold
/// everything. Variables lie where the text's notes say if the notes are for this version and there
/// is one for each variable; otherwise side by side.
Result<GenLayout> lay_out(const cdl::Header& header, std::optional<format::Version> wish);

}  // namespace weft::tools
