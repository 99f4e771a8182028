// SPDX-License-Identifier: BSD-3-Clause
// Reads how a text says that its variables are stored, by the special attributes of ncdump -s.
#pragma once

#include "base/result.hpp"
#include "cdl/reader.hpp"
#include "model/schema.hpp"

namespace weft::tools {

/// The definitions of a text, with the storage and the byte order of each variable, for a format
/// that stores chunks. Fails, with the line, if the library does not store a variable so.
Result<model::Schema> stored_schema_of(const cdl::Header& header);

}  // namespace weft::tools
