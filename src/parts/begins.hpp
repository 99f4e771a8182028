// SPDX-License-Identifier: BSD-3-Clause
// The begins of the variables of a whole in the single file that the set stands for: most variables
// lie directly behind the previous one, so few numbers suffice.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "format/header.hpp"

namespace weft::parts {

/// Pairs of an id and a begin, for the variables that do not lie directly behind the previous one
/// of their kind, fixed or with records.
std::vector<std::int64_t> unexpected_begins(const format::HeaderView& whole);

/// The begins of all variables from such pairs. Code::enotnc if they are invalid.
Result<format::Begins> begins_by(format::Version version, const model::Schema& whole,
                                 const std::vector<std::int64_t>& unexpected);

}  // namespace weft::parts
