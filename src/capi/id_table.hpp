// SPDX-License-Identifier: BSD-3-Clause
// What the interface knows by small numbers. Several threads may use different numbers at the same
// time, and take and give them back.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <cstddef>
#include <memory>
#include <mutex>

namespace weft::capi {

template <class Value, int most>
class IdTable {
public:
    /// The lowest free id, from now on taken; -1 where there is none.
    [[nodiscard]] int reserve() {
        const std::lock_guard lock(guard_);
        for (int id = 0; id < most; ++id) {
            if (taken_[at(id)]) continue;
            taken_[at(id)] = true;
            return id;
        }
        return -1;
    }
    /// `id` is reserved.
    void put(int id, std::shared_ptr<Value> value) {
        owners_[at(id)] = std::move(value);
        values_[at(id)].store(owners_[at(id)].get(), std::memory_order_release);
    }
    /// Null for an id that nothing was put to.
    [[nodiscard]] Value* find(int id) const {
        return id >= 0 && id < most ? values_[at(id)].load(std::memory_order_acquire) : nullptr;
    }
    /// The id is free, also where nothing was put to it. What was there ends outside of the lock,
    /// because it may have to communicate.
    void remove(int id) {
        values_[at(id)].store(nullptr, std::memory_order_relaxed);
        const std::shared_ptr<Value> last = std::move(owners_[at(id)]);
        const std::lock_guard lock(guard_);
        taken_[at(id)] = false;
    }

private:
    static std::size_t at(int id) { return static_cast<std::size_t>(id); }

    std::mutex guard_;
    std::bitset<most> taken_;
    std::array<std::shared_ptr<Value>, most> owners_;  // each of the thread that has its id
    std::array<std::atomic<Value*>, most> values_{};
};

}  // namespace weft::capi
