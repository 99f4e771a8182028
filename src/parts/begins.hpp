// SPDX-License-Identifier: BSD-3-Clause
// Where the variables of a whole lie in the one file that it would be: most lie behind the one
// before, so few numbers tell it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "format/header.hpp"

namespace weft::parts {

/// Pairs of an id and a begin, of the variables that do not lie right behind the one before of
/// their kind, fixed or with records.
std::vector<std::int64_t> unexpected_begins(const format::HeaderView& whole);

/// The begins of all variables by such pairs. Code::enotnc when they make no sense.
Result<format::Begins> begins_by(format::Version version, const model::Schema& whole,
                                 const std::vector<std::int64_t>& unexpected);

}  // namespace weft::parts
