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

/// Where a file is read: "-" is standard input (input_files.hpp). The failure for a URL that no
/// store serves says which program fetches it.
Result<std::string> place_to_read(const std::string& path);
/// Opens it there.
Result<std::unique_ptr<storage::File>> open_to_read(const std::string& path);

/// A clearer message than "not a netCDF file" for other known kinds of files.
Status explain_unreadable(Status status, format::ByteSource& source, std::int64_t file_bytes);

/// Why a file that could not be opened as a dataset was not read, in the words of a command, which
/// names the file itself.
Status why_not_read(const std::string& place, const Status& status);

/// What the file is and which program turns it into a classic one, by its first bytes: HDF5, GRIB,
/// or a compressed file. "" for any other file.
std::string advice_about(format::ByteSource& source, std::int64_t file_bytes);
/// The same of the file at a path; "" if it cannot be read.
std::string advice_about(const std::string& path);

}  // namespace weft::tools
