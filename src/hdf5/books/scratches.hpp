// SPDX-License-Identifier: BSD-3-Clause
// Scratches for threads, which a thread keeps for as long as it works on a chunk. All variables of
// all files have them in common: touching new memory costs as much as shuffling a chunk into it.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "codecs/pipeline.hpp"

namespace weft::hdf5 {

class Scratches {
public:
    /// They are freed with their last user.
    static std::shared_ptr<Scratches> of_process();

    [[nodiscard]] codecs::Scratch take();
    void give_back(codecs::Scratch scratch);

private:
    std::mutex mutex_;
    std::vector<codecs::Scratch> free_;  // the one that was used last is the next
};

}  // namespace weft::hdf5
