// SPDX-License-Identifier: BSD-3-Clause
// Memory of chunks that are not open any more, for those that will be. A rank's open chunks and
// its spare ones are together no more than were open at a time: where chunks of another length
// come, those that are spare are freed.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include "base/memory_pool.hpp"

namespace weft::hdf5 {

class SpareChunks {
public:
    /// Uninitialised. Throws std::bad_alloc.
    [[nodiscard]] PooledBlock take(std::size_t bytes) {
        if (bytes_ != bytes) free_.clear();
        if (free_.empty()) return take_block(bytes);
        PooledBlock block = std::move(free_.back());
        free_.pop_back();
        return block;
    }

    void give_back(PooledBlock block, std::size_t bytes) noexcept {
        if (bytes_ != bytes) free_.clear();
        bytes_ = bytes;
        try {
            free_.push_back(std::move(block));
        } catch (const std::bad_alloc&) {
            return;  // then it is freed
        }
    }

private:
    std::size_t bytes_ = 0;  // of each
    std::vector<PooledBlock> free_;
};

}  // namespace weft::hdf5
