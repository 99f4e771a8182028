// SPDX-License-Identifier: BSD-3-Clause
// Files that are mistaken for those of the classic formats, and what to use for them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "format/byte_source.hpp"
#include "storage/file.hpp"

namespace weft::tools {

/// Opens a file to read it: "-" is standard input (input_files.hpp). The failure for a URL that no
/// store serves says what fetches it.
Result<std::unique_ptr<storage::File>> open_to_read(const std::string& path);

/// What the file is and which program turns it into a classic one, as far as its first bytes tell:
/// HDF5, GRIB, or what a compressor made. "" for any other file.
std::string advice_about(format::ByteSource& source, std::int64_t file_bytes);

}  // namespace weft::tools
