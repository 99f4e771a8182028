// SPDX-License-Identifier: BSD-3-Clause
// CDL, the text form of netCDF files, as ncdump writes and ncgen reads it, for the classic formats.
//
// Words of CDL count as such only where they are expected, so that a variable may be called "data"
// or "float". Comments mean nothing, with three exceptions: "file format: CDF-5" behind the opening
// brace, as ncmpidump writes it, "(12 currently)" behind an unlimited dimension, which counts
// where no record variable is there to tell, and notes (note.hpp).
#pragma once

#include "base/result.hpp"
#include "cdl/note.hpp"
#include "format/byte_source.hpp"
#include "format/version.hpp"
#include "model/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace weft::cdl {

struct Header {
    std::string name;  // of the dataset
    /// The record count is what the text says where no data can, else 0.
    model::Schema schema;
    std::optional<format::Version> asked_version;     // by the text
    format::Version version = format::Version::cdf1;  // that, else the oldest that can express it
    /// What notes say, which hold for `asked_version`: where each variable begins, and the file's
    /// size.
    std::vector<std::optional<std::int64_t>> begins;
    std::optional<std::int64_t> file_bytes;
};

/// Receives the data section, variable by variable, in the order of the text.
class Sink {
public:
    virtual ~Sink() = default;

    /// The header is complete; it outlives the reading. A failure of this and of the other
    /// functions ends the reading and is its outcome.
    virtual Status begin(const Header& header) = 0;
    /// Each variable at most once.
    virtual Status begin_variable(int id) = 0;
    /// The next values in file form, in row-major order; in total at most what the shape holds
    /// where the first dimension is not the record dimension. What is missing is fill.
    virtual Status put(std::span<const std::byte> values) = 0;
    virtual Status end_variable() = 0;
    /// A note about bytes of the header or between values, outside of any variable's values.
    virtual Status put_note(const Note& note) = 0;
};

/// Reads a whole text in memory that depends on its header only. Failures of the text name line and
/// column and what was expected there; those of its syntax are `enotnc`.
Status read(format::ByteSource& source, Sink& sink);

/// Reads up to the data section.
Result<Header> read_header(format::ByteSource& source);

/// Whether the version can express the definitions. Offsets and the record count are not looked at.
Status check_version(format::Version version, const model::Schema& schema);

/// The value of elements that were not written, in file form: the variable's _FillValue where it is
/// one value of the variable's type, else the default of the type.
std::vector<std::byte> fill_of(const model::Variable& variable);

}  // namespace weft::cdl
