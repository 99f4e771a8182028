// SPDX-License-Identifier: BSD-3-Clause
// Sets the values in the chunks of a variable that lie behind its own end, if its dimensions are
// longer: others have made an unlimited dimension grow. As in netCDF-C, these are the variable's
// fill value; if it has none, the default of its type, although its missing chunks are zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chunks/grid.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5 {

/// Fills `bytes`, whose length is a multiple of the value's, with copies of the value.
void repeat(std::span<const std::byte> value, std::span<std::byte> bytes);

/// Fills the part of a chunk that has the lengths `within` and begins where the chunk does.
/// `lengths`: of the chunk, which has at least one dimension.
void repeat_within(std::span<const std::int64_t> within, std::span<const std::int64_t> lengths,
                   std::span<const std::byte> value, std::span<std::byte> chunk);

class Beyond {
public:
    /// Both arguments outlive it.
    Beyond(const DescribedVariable& variable, const chunks::Grid& grid);

    /// Sets all values of this chunk that are behind the end. Several threads may call it.
    void set(std::int64_t number, std::span<std::byte> chunk) const;

private:
    const chunks::Grid& grid_;
    const std::vector<std::int64_t>& lengths_;  // none: nothing is behind the end
    std::vector<std::byte> value_;              // in file form
};

}  // namespace weft::hdf5
