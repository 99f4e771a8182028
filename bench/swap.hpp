// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

// Reverses the bytes of each of `count` elements. `to` and `from` are equal or do not overlap.
void swap_bytes(std::uint32_t* to, const std::uint32_t* from, std::size_t count);
