// SPDX-License-Identifier: BSD-3-Clause
// Objects that the interface knows by small numbers. Several threads may use, take and release
// different numbers at the same time.
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
    /// Reserves the lowest free id; -1 if there is none.
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
    /// Null for an id without an object.
    [[nodiscard]] Value* find(int id) const {
        return id >= 0 && id < most ? values_[at(id)].load(std::memory_order_acquire) : nullptr;
    }
    /// Frees the id, with or without an object. The object is destroyed outside the lock, because
    /// it may have to communicate.
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
    std::array<std::shared_ptr<Value>, most> owners_;  // each belongs to the thread that has its id
    std::array<std::atomic<Value*>, most> values_{};
};

}  // namespace weft::capi
