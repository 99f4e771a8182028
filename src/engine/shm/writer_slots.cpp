// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/writer_slots.hpp"

namespace weft::engine::shm {

bool WriterSlots::take(std::uint32_t writers) {
    std::uint32_t taken = taken_.value.load();
    while (taken < writers) {
        if (taken_.value.compare_exchange_weak(taken, taken + 1)) return true;
    }
    return false;
}

bool WriterSlots::await(std::uint32_t writers) {
    while (!take(writers)) {
        const std::uint32_t taken = taken_.load();
        if (taken >= writers && !liveness_.wait(taken_, taken)) return false;
    }
    return true;
}

void WriterSlots::leave() {
    taken_.value.fetch_sub(1);
    taken_.wake_one();
}

}  // namespace weft::engine::shm
