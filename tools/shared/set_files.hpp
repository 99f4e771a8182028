// SPDX-License-Identifier: BSD-3-Clause
// The files of a set, for commands that read each of them: the master's name stands for the set.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/result.hpp"
#include "parts/master.hpp"

namespace weft::tools {

/// The set whose master this file is. Nothing if it is not a master, or not a netCDF file; fails if
/// it is an invalid master.
Result<std::optional<parts::Set>> set_of_master(const std::string& path);

/// The path of a part if the master is at `master`.
std::string path_of_part(const parts::Set& set, const std::string& master, int part);

/// The identity of a file, independent of its names; "" if it has none.
std::string identity_of(const std::string& path);

/// The identities of all files of a name: of the file, and of the parts if it is a master. Missing
/// files have none.
std::set<std::string> identities_of(const std::string& path);

/// The identities of all files that are removed when another file takes this name: parts that
/// belong to another master of the set are not among them.
std::set<std::string> identities_of_belongings(const std::string& path);

/// The master, in the same folder, of the set that this file is a part of.
std::optional<std::string> master_of_part(const std::string& path);

}  // namespace weft::tools
