// SPDX-License-Identifier: BSD-3-Clause
// A hash table from names to ids that grows. It stores only hashes and ids: the names stay with
// their owner, who tells whether an id has the name that is looked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft::model {

/// An index from names to ids, with open addressing and linear probing; 8 bytes a slot, at most two
/// thirds of them used. An empty index owns no memory.
class NameIndex {
public:
    /// A new seed in every process, so that no file can be built of names that collide.
    static std::uint32_t hash_of(std::string_view name);

    /// The id with this hash for which `carries_name(id)` holds, or -1.
    template <class CarriesName>
    [[nodiscard]] int find(std::uint32_t hash, CarriesName&& carries_name) const {
        if (slots_.empty()) return -1;
        for (std::size_t i = home_of(hash); slots_[i].id != vacant; i = next(i))
            if (slots_[i].hash == hash && carries_name(slots_[i].id)) return slots_[i].id;
        return -1;
    }

    [[nodiscard]] bool empty() const { return used_ == 0; }
    /// Makes room for this many entries in total.
    void reserve(std::size_t entries);
    void insert(std::uint32_t hash, int id);
    /// Removes an id that was inserted with this hash.
    void erase(std::uint32_t hash, int id);
    /// Lowers every id above `id` by one. Takes time proportional to the number of entries.
    void renumber_above(int id);

private:
    static constexpr int vacant = -1;
    struct Slot {
        std::uint32_t hash = 0;
        int id = vacant;
    };

    [[nodiscard]] std::size_t home_of(std::uint32_t hash) const {
        return hash & (slots_.size() - 1);
    }
    [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }
    /// Whether so many slots suffice: at most two thirds of them are used.
    [[nodiscard]] static bool hold(std::size_t slots, std::size_t entries) {
        return 3 * entries <= 2 * slots;
    }
    void place(Slot slot);
    void resize(std::size_t slots);

    std::vector<Slot> slots_;  // their number is a power of two, or zero
    std::size_t used_ = 0;
};

}  // namespace weft::model
