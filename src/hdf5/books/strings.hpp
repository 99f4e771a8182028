// SPDX-License-Identifier: BSD-3-Clause
// Strings as libhdf5 hands them out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// Reads `count` strings of a type of the file, of a fixed length or of any. `read` has libhdf5 put
/// them into memory, in the given type. Throws Failure.
std::vector<std::string> read_strings(
    hid_t type, std::size_t count,
    const std::function<herr_t(hid_t memory_type, void* memory)>& read);

}  // namespace weft::hdf5
