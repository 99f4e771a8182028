// SPDX-License-Identifier: BSD-3-Clause
// Messages for tests, each different from the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::mpi {

/// `length` bytes that depend on the sender and the place.
inline std::vector<std::byte> marked_bytes(int sender, std::int64_t length) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] =
            static_cast<std::byte>(static_cast<std::size_t>(sender) * 37 + i * 11 + (i >> 8));
    }
    return bytes;
}

}  // namespace weft::mpi
