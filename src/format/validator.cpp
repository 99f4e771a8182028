// SPDX-License-Identifier: BSD-3-Clause
#include "format/validator.hpp"

#include <utility>

#include "format/header_reader.hpp"

namespace weft::format {

std::vector<Finding> validate(ByteSource& source, std::int64_t file_bytes) {
    Findings findings(Findings::Keep::all);
    examine_header(source, file_bytes, findings);
    return std::move(findings).take();
}

}  // namespace weft::format
