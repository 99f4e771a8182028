// SPDX-License-Identifier: BSD-3-Clause
// Finds the bytes of a classic file beyond definitions and values that a writer which places
// variables side by side would not write by itself (gaps.hpp).
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.hpp"
#include "container/exact.hpp"
#include "format/header.hpp"
#include "storage/file.hpp"

namespace weft::classic {

/// A file with its header.
struct FileWithHeader {
    storage::File& file;
    std::int64_t bytes;
    const format::Header& header;

    [[nodiscard]] format::HeaderView view() const {
        return {header.version, header.schema, header.begins};
    }
};

Result<container::ExactPlaces> exact_places(const FileWithHeader& file);

/// Visits the bytes of the header that another writer would not make of the same definitions, and
/// the bytes between and behind the values, until `use` returns false.
Status visit_oddities(const FileWithHeader& file,
                      const std::function<bool(const container::Oddity&)>& use);

/// The places of variables that lie side by side, in the order of their definition.
Result<format::Begins> places_side_by_side(format::Version version, const model::Schema& schema);

}  // namespace weft::classic
