// SPDX-License-Identifier: BSD-3-Clause
// The kind of a file, by its first bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "format/byte_source.hpp"

namespace weft::format {

struct Signature {
    std::string_view bytes;  // at most signature_bytes
    // Whether a block of a program's own may precede it, as in HDF5, of 512, 1024, 2048, ... bytes.
    bool may_follow_user_block = false;
};

inline constexpr std::int64_t signature_bytes = 8;

inline constexpr Signature cdf1_signature{std::string_view("CDF\001", 4)};
inline constexpr Signature cdf2_signature{std::string_view("CDF\002", 4)};
inline constexpr Signature cdf5_signature{std::string_view("CDF\005", 4)};
inline constexpr Signature hdf5_signature{std::string_view("\211HDF\r\n\032\n", 8),
                                          /*may_follow_user_block=*/true};

/// The index of the signature that a file has; nothing if it has none of them. Reads
/// `signature_bytes` at a time.
Result<std::optional<std::size_t>> find_signature(ByteSource& source, std::int64_t file_bytes,
                                                  std::span<const Signature> signatures);

}  // namespace weft::format
