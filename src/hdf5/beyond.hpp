// SPDX-License-Identifier: BSD-3-Clause
// What lies in the chunks of a variable behind its own end, where its dimensions are longer: others
// have made an unlimited dimension grow. As netCDF-C has it, that is the variable's fill value; of
// one that has none it is the default of its type, though its chunks that are missing are zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chunks/grid.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5 {

/// Puts one value behind the other; `bytes` has room for any number of whole ones.
void repeat(std::span<const std::byte> value, std::span<std::byte> bytes);

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
