// SPDX-License-Identifier: BSD-3-Clause
// The files of a set, for commands that look at each of them: a set is named by its master.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/result.hpp"
#include "parts/master.hpp"

namespace weft::tools {

/// The set whose master this file is. Nothing where it is no master, or cannot be read as a netCDF
/// file at all; fails when it is a master that makes no sense.
Result<std::optional<parts::Set>> set_of_master(const std::string& path);

/// Where a part of it is, when the master is at `master`.
std::string path_of_part(const parts::Set& set, const std::string& master, int part);

/// What tells a file from all others, whatever it is called; "" where there is none.
std::string identity_of(const std::string& path);

/// Those of all files that a name stands for: of the file, and of the parts where it is a master.
/// Missing ones have none.
std::set<std::string> identities_of(const std::string& path);

/// Those of all files that go when another file takes this name: parts that belong to another
/// master of the set are not among them.
std::set<std::string> identities_of_belongings(const std::string& path);

/// The master, beside it, of the set that this file is a part of.
std::optional<std::string> master_of_part(const std::string& path);

}  // namespace weft::tools
