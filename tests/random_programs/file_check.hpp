// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "file_parser.hpp"

namespace random_programs {

// The file's header and the elements whose values the model knows; zeros in place of other bytes,
// which may be left from before a redefinition.
Bytes defined_bytes(const ParsedFile& file, const Model& model);

// Compares a closed file with the model: every definition, every attribute, every known value, and
// that variables lie apart, in order, inside the file. `begins` are the offsets that the library
// reported, or empty. Throws Mismatch.
void check_file(const ParsedFile& file, const Model& model, const std::vector<Index>& begins);

}  // namespace random_programs
