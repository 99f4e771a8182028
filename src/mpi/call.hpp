// SPDX-License-Identifier: BSD-3-Clause
// The collective call of the program that a rank is in, as far as the ranks compare it.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::mpi {

/// The kind of a call with this name for the `number`-th file (Fowler, Noll, Vo: FNV-1a).
inline std::uint64_t kind_of(std::string_view name, std::int64_t number) {
    std::uint64_t hash = 14695981039346656037U;
    const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211U; };
    for (const char letter : name) add(static_cast<unsigned char>(letter));
    for (int shift = 0; shift < 64; shift += 8)
        add(static_cast<std::uint64_t>(number) >> shift & 255U);
    return hash;
}

struct Call {
    const char* name = "";       // of the function, for people; it outlives the call
    std::uint64_t kind = 0;      // ranks that are in one call say the same; 0: not to be compared
    std::int64_t ends_file = 0;  // the number of the file that this rank will have no more; 0: none
};

}  // namespace weft::mpi
