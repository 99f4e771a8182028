// SPDX-License-Identifier: BSD-3-Clause
// Which names a master may give its parts.
//
// A master may come from a stranger, and what it calls its parts is opened, written and removed in
// the name of whoever opens the set. So a name counts only in the form that Weft gives it
// (paths.hpp):
//
//     STEM.0003, STEM.e2.0003                      beside the master
//     FOLDER/STEM.ID.0003, FOLDER/STEM.ID.e2.0003  where the program has named folders
//
// with the set's id, the part's own number, and one stem for all of an epoch: what the master was
// called when they were made. The folder lies beneath the master's, or is an absolute path where
// the master is on this machine. No name leads to another machine, upwards, or to the master
// itself. All this is told from the names alone, before anything is looked at.
//
// Whether a file of such a name belongs to the set is another question (part.hpp).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "parts/table.hpp"

namespace weft::parts {

/// Where a master is.
struct MasterPlace {
    std::string path;           // behind links, without the prefix of a file system
    bool is_elsewhere = false;  // on another machine
};

class NameRule {
public:
    /// The table and the place must outlive it.
    NameRule(const Table& table, const MasterPlace& master);

    /// Of the part of that number; all of them; all that are there. Code::enotnc, with a sentence
    /// that has the name. The last one leaves it to others that a name is missing.
    [[nodiscard]] Status check(int part) const;
    [[nodiscard]] Status check_all() const;
    [[nodiscard]] Status check_given() const;
    /// Code::ebadname: of a set that is about to be made, with a name that its master could not
    /// have.
    [[nodiscard]] Status check_new() const;

    /// Of a name that passes. "": the part lies beside the master.
    [[nodiscard]] std::string_view folder_of_part(int part) const;
    /// Whether the master has still the name by which its parts are called. Else it is a copy of
    /// their master, or a renamed one, and they are not its own to remove.
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
