// SPDX-License-Identifier: BSD-3-Clause
// Memory for values that posted puts have copied. Thousands of small ones share few blocks; a block
// goes with the last request that has values in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace weft::dataset {

/// Some requests' values: a pointer to those of one, which keeps all of them.
using KeptValues = std::shared_ptr<std::byte[]>;

class ValueStore {
public:
    /// Room for `bytes` (> 0), for nobody else.
    KeptValues room(std::int64_t bytes);
    /// Keeps nothing of its own any longer.
    void clear();

private:
    static constexpr std::int64_t first_block = 4 << 10;
    static constexpr std::int64_t largest_block = 64 << 10;

    KeptValues block_;
    std::int64_t block_bytes_ = 0;
    std::int64_t used_bytes_ = 0;
};

/// Whether both keep the same memory.
inline bool keep_the_same(const KeptValues& a, const KeptValues& b) {
    return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace weft::dataset
