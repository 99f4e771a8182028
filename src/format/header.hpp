// SPDX-License-Identifier: BSD-3-Clause
// The content of a classic file's header: a schema, its version of the format, and where each
// variable begins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "format/version.hpp"
#include "model/schema.hpp"

namespace weft::format {

/// The file offsets of the first bytes of all variables, by their numbers; of a record variable, in
/// record 0.
using Begins = std::vector<std::int64_t>;

struct Header {
    Version version = Version::cdf1;
    model::Schema schema;
    Begins begins;  // one for each variable; empty before the variables are placed
};

/// The same as references.
struct HeaderView {
    HeaderView(Version version_, const model::Schema& schema_,
               std::span<const std::int64_t> begins_)
        : version(version_), schema(schema_), begins(begins_) {}
    HeaderView(const Header& header)  // NOLINT: the same thing
        : HeaderView(header.version, header.schema, header.begins) {}

    [[nodiscard]] std::int64_t begin(int variable) const {
        return begins[static_cast<std::size_t>(variable)];
    }

    Version version;
    const model::Schema& schema;
    std::span<const std::int64_t> begins;
};

}  // namespace weft::format
