// SPDX-License-Identifier: BSD-3-Clause
// A struct of numbers at the end of a file, whose last member `seal` is a checksum of all members
// before it.
#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace weft::journal {

template <class Trailer>
std::uint64_t seal_of(const Trailer& trailer) {
    return XXH64(&trailer, offsetof(Trailer, seal), 0);
}

/// The trailer in these bytes; empty if their number is wrong, or if they do not match their seal.
template <class Trailer>
std::optional<Trailer> sealed(std::span<const std::byte> bytes) {
    Trailer trailer;
    if (bytes.size() != sizeof trailer) return std::nullopt;
    std::memcpy(&trailer, bytes.data(), sizeof trailer);
    return trailer.seal == seal_of(trailer) ? std::optional(trailer) : std::nullopt;
}

}  // namespace weft::journal
