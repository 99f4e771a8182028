// SPDX-License-Identifier: BSD-3-Clause
// The collective call of the program that a rank is in, in the form that ranks compare.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::mpi {

/// The kind of a call with this name on the `number`-th file (FNV-1a hash).
inline std::uint64_t kind_of(std::string_view name, std::int64_t number) {
    std::uint64_t hash = 14695981039346656037U;
    const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211U; };
    for (const char letter : name) add(static_cast<unsigned char>(letter));
    for (int shift = 0; shift < 64; shift += 8)
        add(static_cast<std::uint64_t>(number) >> shift & 255U);
    return hash;
}

struct Call {
    const char* name = "";       // of the function, for messages; it outlives the call
    std::uint64_t kind = 0;      // equal on ranks that are in the same call; 0: not compared
    std::int64_t ends_file = 0;  // the number of the file that this call closes; 0: none
};

}  // namespace weft::mpi
