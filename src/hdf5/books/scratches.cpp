// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/scratches.hpp"

#include <utility>

namespace weft::hdf5 {

std::shared_ptr<Scratches> Scratches::of_process() {
    static std::mutex mutex;
    // Never destroyed: files may be closed after static objects are destroyed.
    static auto& known = *new std::weak_ptr<Scratches>;
    const std::lock_guard lock(mutex);
    std::shared_ptr<Scratches> all = known.lock();
    if (all == nullptr) {
        all = std::make_shared<Scratches>();
        known = all;
    }
    return all;
}

codecs::Scratch Scratches::take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return {};
    codecs::Scratch scratch = std::move(free_.back());
    free_.pop_back();
    return scratch;
}

void Scratches::give_back(codecs::Scratch scratch) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
}

}  // namespace weft::hdf5
