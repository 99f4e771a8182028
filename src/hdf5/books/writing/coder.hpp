// SPDX-License-Identifier: BSD-3-Clause
// Encodes and decodes chunks with the filters of a variable, without a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "hdf5/books/books.hpp"

namespace weft::hdf5 {

/// The implementation of MakeCoder.
std::unique_ptr<ChunkCoder> make_coder(std::span<const FilterToApply> filters,
                                       std::int64_t element_bytes, std::int64_t chunk_bytes,
                                       Sink& why) noexcept;

}  // namespace weft::hdf5
