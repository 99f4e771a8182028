// SPDX-License-Identifier: BSD-3-Clause
// The files of a set, for commands that look at each of them: a set is named by its master.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "parts/master.hpp"

namespace weft::tools {

/// The set whose master this file is. Nothing where it is no master, or cannot be read as a netCDF
/// file at all; fails when it is a master that makes no sense.
Result<std::optional<parts::Set>> set_of_master(const std::string& path);

/// Where a part of it is, when the master is at `master`.
std::string path_of_part(const parts::Set& set, const std::string& master, int part);

}  // namespace weft::tools
