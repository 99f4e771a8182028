// SPDX-License-Identifier: BSD-3-Clause
// The filters of a variable, on both ways, without a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "hdf5/books/books.hpp"

namespace weft::hdf5 {

/// As MakeCoder asks for.
std::unique_ptr<ChunkCoder> make_coder(std::span<const FilterToApply> filters,
                                       std::int64_t element_bytes, std::int64_t chunk_bytes,
                                       Sink& why) noexcept;

}  // namespace weft::hdf5
