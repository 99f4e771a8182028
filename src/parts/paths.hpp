// SPDX-License-Identifier: BSD-3-Clause
// The locations and names of the parts of a set.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "parts/table.hpp"

namespace weft::parts {

/// The path up to the last slash, including it.
std::string_view folder_of(std::string_view path);
/// The path behind the last slash.
std::string_view file_of(std::string_view path);

/// The name of a new part, as the master stores it: beside the master, or in one of `folders`, in
/// turn. A relative folder is one in the master's folder. Masters of the same name in different
/// folders may have their parts in the same folders, where the set's id tells the parts apart.
std::string name_of_part(const std::string& master, int part, std::span<const std::string> folders,
                         const SetId& id);

/// The end of such a name, behind its stem, which is the name of the master when the part was made.
/// `id`: the set's id as a text, or empty if the part lies beside the master.
std::string end_of_name(std::string_view id, int epoch, int range);

/// The stem of a part whose name has that form.
std::string_view stem_of_name(const Table& table, int part);

/// The path of the part of that name, for a master at `master`. Nothing in the name can choose a
/// file system or a machine.
std::string path_of_part(const std::string& master, std::string_view name);

}  // namespace weft::parts
