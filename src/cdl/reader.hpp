// SPDX-License-Identifier: BSD-3-Clause
// CDL, the text form of netCDF files, as ncdump writes and ncgen reads it, for the classic formats.
//
// Keywords of CDL have their meaning only where they are expected, so a variable may be called
// "data" or "float". Comments are ignored, with three exceptions: "file format: CDF-5" behind the
// opening brace, as ncmpidump writes it, "(12 currently)" behind an unlimited dimension, which is
// used if there is no record variable, or where several dimensions grow, and notes (note.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cdl/note.hpp"
#include "cdl/special_attribute.hpp"
#include "format/byte_source.hpp"
#include "format/version.hpp"
#include "model/schema.hpp"

namespace weft::cdl {

/// Names of another room that this room's interface uses.
using format::ByteSource;
using format::Version;

struct Header {
    std::string name;  // of the dataset
    /// The record count of the text if no data can tell it, otherwise 0.
    model::Schema schema;
    std::optional<format::Version> asked_version;     // by the text
    format::Version version = format::Version::cdf1;  // that one, or else the oldest that suffices
    /// The text asks for a netCDF-4 file: NC_FORMAT_NETCDF4 or NC_FORMAT_NETCDF4_CLASSIC; else 0.
    int netcdf4_kind = 0;
    std::vector<SpecialAttribute> special;  // by variable
    /// The offsets of variables, and the file's size, from notes; valid for `asked_version`.
    std::vector<std::optional<std::int64_t>> begins;
    std::optional<std::int64_t> file_bytes;
};

/// Receives the data section, variable by variable, in the order of the text.
class Sink {
public:
    virtual ~Sink() = default;

    /// The header is complete; it outlives the reading. A failure of any of these functions ends
    /// the reading and is its result.
    virtual Status begin(const Header& header) = 0;
    /// Called for each variable at most once.
    virtual Status begin_variable(int id) = 0;
    /// The next values in file form, in row-major order; in total at most what the shape holds if
    /// the first dimension is not the record dimension. Missing values are fill values. Braces,
    /// which ncdump writes around the values along an unlimited dimension but the first, are
    /// undone.
    virtual Status put(std::span<const std::byte> values) = 0;
    virtual Status end_variable() = 0;
    /// A note about bytes of the header or between values, outside of any variable's values.
    virtual Status put_note(const Note& note) = 0;
};

/// Reads a whole text in memory that depends only on its header. Failures of the text name line and
/// column and what was expected there; those of its syntax are `enotnc`. `is_netcdf4`: several
/// unlimited dimensions, in any place, are legal even if the text does not say that it is such a
/// file; their lengths are those of comments.
Status read(format::ByteSource& source, Sink& sink, bool is_netcdf4 = false);

/// Reads up to the data section.
Result<Header> read_header(format::ByteSource& source);

/// Whether the version can express the definitions. Does not check offsets and the record count.
Status check_version(format::Version version, const model::Schema& schema);

}  // namespace weft::cdl
