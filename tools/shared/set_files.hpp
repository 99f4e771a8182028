// SPDX-License-Identifier: BSD-3-Clause
// The files of a dataset, which may be several: the first one's name stands for all.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/result.hpp"

namespace weft::tools {

/// The identity of a file, independent of its names; "" if it has none.
std::string identity_of(const std::string& path);

/// The identities of all files of a name. Missing files have none.
std::set<std::string> identities_of(const std::string& path);

/// The identities of all files that are removed when another file takes this name: those that
/// belong to another dataset are not among them.
std::set<std::string> identities_of_belongings(const std::string& path);

/// The first file, in the same folder, of the dataset that this file is another file of.
std::optional<std::string> master_of_part(const std::string& path);

}  // namespace weft::tools
