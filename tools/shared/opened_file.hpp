// SPDX-License-Identifier: BSD-3-Clause
// A netCDF file that is open for reading, with its header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "format/header.hpp"
#include "storage/file.hpp"

namespace weft::tools {

struct OpenedFile {
    std::unique_ptr<storage::File> file;
    std::int64_t bytes = 0;
    format::Version version = format::Version::cdf1;
    model::Schema schema;
    format::Begins begins;                 // of the variables
    std::int64_t record_bytes = 0;         // from one record to the next
    int parts = 0;                         // of a set, which is read as one file; 0: a single file
    std::vector<std::string> short_parts;  // of a set, see open_data
    bool is_view = false;                  // not the bytes of the named file

    [[nodiscard]] format::HeaderView header() const { return {version, schema, begins}; }
    [[nodiscard]] std::int64_t begin(int variable) const {
        return begins[static_cast<std::size_t>(variable)];
    }
};

/// "-" is standard input. Fails with the errors of the header reader, and for a file with an
/// interrupted change of its definition, whose header may be half old and half new.
Result<OpenedFile> open_netcdf(const std::string& path);

/// The same for commands that read data: of a set, all files are opened, and `bytes` is how far
/// they reach, as for a single file.
Result<OpenedFile> open_data(const std::string& path);

/// "classic", "64-bit offset", "cdf5".
std::string_view kind_of(format::Version version);

/// How many bytes of the header the reader requests at once.
inline constexpr std::int64_t header_chunk_bytes = 256 << 10;

}  // namespace weft::tools
