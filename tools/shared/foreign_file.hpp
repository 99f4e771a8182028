// SPDX-License-Identifier: BSD-3-Clause
// Files that are mistaken for netCDF files of the classic formats, and which program to use for
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "format/byte_source.hpp"
#include "storage/file.hpp"

namespace weft::tools {

/// Opens a file to read it: "-" is standard input (input_files.hpp). The failure for a URL that no
/// store serves says which program fetches it.
Result<std::unique_ptr<storage::File>> open_to_read(const std::string& path);

/// What the file is and which program turns it into a classic one, by its first bytes: HDF5, GRIB,
/// or a compressed file. "" for any other file.
std::string advice_about(format::ByteSource& source, std::int64_t file_bytes);

}  // namespace weft::tools
