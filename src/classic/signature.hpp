// SPDX-License-Identifier: BSD-3-Clause
// The kind of a file, by its first bytes. Nothing communicates.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft::classic {

enum class Signature { cdf1, cdf2, cdf5, hdf5, unknown, too_short };

/// The kind of file, by its first bytes; HDF5 files may have theirs at 0, 512, 1024, 2048, ...
Result<Signature> signature_of_file(const std::string& path);

}  // namespace weft::classic
