// SPDX-License-Identifier: BSD-3-Clause
// The rules for the names that a master gives its parts.
//
// A master may be hostile, and whoever opens the set opens, writes and removes files by
// the names in it. So only names of the form that Weft makes (paths.hpp) are permitted:
//
//     STEM.0003, STEM.e2.0003                      beside the master
//     FOLDER/STEM.ID.0003, FOLDER/STEM.ID.e2.0003  where the program has named folders
//
// with the set's id, the part's own number, and one stem for all parts of an epoch: the master's
// name when they were made. The folder lies beneath the master's, or is an absolute path if the
// master is on this machine. No name leads to another machine, upwards, or to the master itself.
// All this is decided by the names alone, before any file is opened.
//
// part.hpp decides whether a file of such a name belongs to the set.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "parts/table.hpp"

namespace weft::parts {

/// The location of a master.
struct MasterPlace {
    std::string path;           // with links resolved, without the prefix of a file system
    bool is_elsewhere = false;  // on another machine
};

class NameRule {
public:
    /// The table and the place must outlive it.
    NameRule(const Table& table, const MasterPlace& master);

    /// Checks the name of one part; all names; all existing names. Code::enotnc, with a message
    /// that has the name. The last one does not report missing names.
    [[nodiscard]] Status check(int part) const;
    [[nodiscard]] Status check_all() const;
    [[nodiscard]] Status check_given() const;
    /// Code::ebadname, for a new set: a name that its master could not have.
    [[nodiscard]] Status check_new() const;

    /// The folder of a permitted name. "": the part lies beside the master.
    [[nodiscard]] std::string_view folder_of_part(int part) const;
    /// Whether the master's name is still the one that its parts' names are derived from. Otherwise
    /// it is a copy of their master, or renamed, and must not remove them.
    [[nodiscard]] bool is_namesake(int part) const;

private:
    [[nodiscard]] std::string_view name_of(int part) const;
    [[nodiscard]] std::string end_of(int part, bool has_folder) const;
    [[nodiscard]] std::string fault_of(int part) const;
    [[nodiscard]] std::string fault_of_form(int part) const;

    const Table& table_;
    const MasterPlace& master_;
    std::string_view masters_name_;  // without its folder
    std::string id_;
};

}  // namespace weft::parts
