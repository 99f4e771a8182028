// SPDX-License-Identifier: BSD-3-Clause
// Chooses the format and the places for the file of a text.
#pragma once

#include <memory>
#include <optional>

#include "base/result.hpp"
#include "cdl/reader.hpp"
#include "container/exact.hpp"

namespace weft::tools {

struct LaidOut {
    std::unique_ptr<container::ExactWriter> writer;
    bool follows_notes = false;  // the text's notes are used
};

/// The version is the requested one, or else the text's, or else the oldest that can hold
/// everything. Variables lie where the text's notes say if the notes are for this version and there
/// is one for each variable; otherwise side by side.
Result<LaidOut> lay_out(const cdl::Header& header, std::optional<cdl::Version> wish);

}  // namespace weft::tools
