// SPDX-License-Identifier: BSD-3-Clause
// Chooses the format and the places for the file of a text.
#pragma once

#include <memory>
#include <optional>

#include "base/result.hpp"
#include "cdl/reader.hpp"
#include "container/exact.hpp"
#include "model/schema.hpp"

namespace weft::tools {

struct LaidOut {
    int kind = 0;  // NC_FORMAT_*
    // Null for a format that stores chunks, whose files do not follow from their values.
    std::unique_ptr<container::ExactWriter> writer{};
    bool follows_notes = false;  // the text's notes are used
    model::Schema stored{};      // without a writer: with the storage of each variable
};

/// The kind is the requested one, or else the text's, or else the oldest that can hold everything.
/// Variables lie where the text's notes say if the notes are for this kind and there is one for
/// each variable; otherwise side by side.
Result<LaidOut> lay_out(const cdl::Header& header, std::optional<int> wish);

}  // namespace weft::tools
