// SPDX-License-Identifier: BSD-3-Clause
// Reading what a part of a set says of itself. For one rank.
#pragma once

#include <string>

#include "dataset/file_set.hpp"
#include "parts/part.hpp"
#include "storage/file.hpp"

namespace weft::dataset {

/// What the program has defined, and how it is divided.
struct WholeSet {
    const format::Schema& whole;
    const parts::Table& table;
};

/// Where the part is, when the master is at `master`.
std::string path_of_part(const WholeSet& set, const std::string& master, int part);

/// An error that tells which part it is of.
Status of_part(const WholeSet& set, const std::string& master, int part, const Status& status);

/// Code::enotnc, and what the header reader finds, when the file is not this part of this set.
Result<parts::Part> read_part(storage::File& file, const WholeSet& set, int part);

/// The same, for `files` to know; errors name the part.
Status learn_part(storage::File& file, const WholeSet& set, const std::string& master, int part,
                  FileSet& files);

}  // namespace weft::dataset
