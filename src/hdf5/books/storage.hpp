// SPDX-License-Identifier: BSD-3-Clause
// Describes how the file stores the values of a dataset.
#pragma once

#include <cstdint>
#include <vector>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// The present lengths of the dimensions, and which may grow.
struct Extents {
    bool is_null = false;  // a dataset without values
    std::vector<std::int64_t> lengths;
    std::vector<bool> may_grow;
    bool is_bounded = false;  // it may grow up to a length
};
Extents extents_of(hid_t dataset);

/// `user_block`: the bytes in front of the file's own first one; `file_bytes`: with these. Throws
/// Failure.
struct FileRange {
    std::int64_t user_block = 0;
    std::int64_t file_bytes = 0;
};
DescribedStorage describe_storage(hid_t dataset, const DescribedType& type, const FileRange& range);

// The following functions take the creation properties of a dataset.

/// Whether a program has set the fill value; false if it is undefined, or zero by default.
bool has_fill_value(hid_t creation);
/// The lengths of a chunk; none if the dataset is not chunked.
std::vector<std::int64_t> chunk_of(hid_t creation);
std::vector<model::Filter> filters_of(hid_t creation);
/// Whether chunks that reach beyond the end of a dimension are stored without filters.
bool has_plain_edges(hid_t creation);

}  // namespace weft::hdf5
