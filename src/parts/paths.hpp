// SPDX-License-Identifier: BSD-3-Clause
// Where the parts of a set are, and what they are called.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "parts/table.hpp"

namespace weft::parts {

/// Up to the last slash, with it.
std::string_view folder_of(std::string_view path);
/// Behind it.
std::string_view file_of(std::string_view path);

/// The name of a new part, as the master has it: beside the master, or in one of `folders`, which
/// take turns. A folder that is no absolute path is one in the master's. Masters of the same name
/// in folders of their own may have their parts in the same ones, where the set's number tells the
/// parts apart.
std::string name_of_part(const std::string& master, int part, std::span<const std::string> folders,
                         const SetId& id);

/// What such a name ends in, behind its stem, the name of the master when the part was made. `id`:
/// the set's number as a text, or nothing where the part lies beside the master.
std::string end_of_name(std::string_view id, int epoch, int range);

/// The stem of a part whose name has that form.
std::string_view stem_of_name(const Table& table, int part);

/// Where the part of that name is, when the master is at `master`. Nothing in the name chooses a
/// file system or a machine.
std::string path_of_part(const std::string& master, std::string_view name);

}  // namespace weft::parts
