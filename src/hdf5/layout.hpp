// SPDX-License-Identifier: BSD-3-Clause
// Finds how the values of a described variable are accessed, and in which pieces libhdf5 reads the
// file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chunks/grid.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5 {

/// Whether the values are one array in the file, in the order of the indices.
bool is_array(const DescribedVariable& variable);

/// The grid of a variable whose values are no array; empty for an array, and for values that Weft
/// does not move. An array of which nothing is stored, and a compact variable, get a grid that the
/// file does not have. Code::ebadchunk if the chunks do not fit the dimensions.
Result<std::optional<chunks::Grid>> grid_of(const Description& description,
                                            const DescribedVariable& variable);

/// The chunk of grid_of() for an array of which nothing is stored.
std::vector<std::int64_t> chunk_of_nothing(const Description& description,
                                           const DescribedVariable& variable);

/// The grid of a variable that is written. Along an unlimited dimension it has room for as many
/// values as a chunk space can have, and along several of them for about as many chunks each.
Result<std::optional<chunks::Grid>> grid_that_grows(const Description& description,
                                                    const DescribedVariable& variable);

/// How many bytes of a file are read at a time if libhdf5 asks for less: each request to another
/// machine costs a round trip.
std::int64_t page_bytes_for(const std::string& path);

/// The number of cores that this process may use.
int cores_allowed();

}  // namespace weft::hdf5
