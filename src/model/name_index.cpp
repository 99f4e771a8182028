// SPDX-License-Identifier: BSD-3-Clause
#include "model/name_index.hpp"

// The names are short: a call would cost more than their hash.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <random>
#include <utility>

namespace weft::model {
namespace {

constexpr std::size_t first_slots = 16;

std::uint64_t draw_seed() {
    std::random_device source;
    return (std::uint64_t{source()} << 32) | source();
}

}  // namespace

std::uint32_t NameIndex::hash_of(std::string_view name) {
    static const std::uint64_t seed = draw_seed();
    return static_cast<std::uint32_t>(XXH3_64bits_withSeed(name.data(), name.size(), seed));
}

void NameIndex::insert(std::uint32_t hash, int id) {
    if (!hold(slots_.size(), used_ + 1)) reserve(used_ + 1);
    place({hash, id});
    ++used_;
}

void NameIndex::erase(std::uint32_t hash, int id) {
    std::size_t hole = home_of(hash);
    while (slots_[hole].id != id) hole = next(hole);
    // A later entry moves into the hole unless that would put it before its home slot.
    for (std::size_t i = next(hole); slots_[i].id != vacant; i = next(i)) {
        const std::size_t mask = slots_.size() - 1;
        const std::size_t from_home = (i - home_of(slots_[i].hash)) & mask;
        const std::size_t from_hole = (i - hole) & mask;
        if (from_home < from_hole) continue;
        slots_[hole] = slots_[i];
        hole = i;
    }
    slots_[hole].id = vacant;
    --used_;
}

void NameIndex::renumber_above(int id) {
    for (Slot& slot : slots_) slot.id -= slot.id > id ? 1 : 0;
}

void NameIndex::place(Slot slot) {
    std::size_t i = home_of(slot.hash);
    while (slots_[i].id != vacant) i = next(i);
    slots_[i] = slot;
}

void NameIndex::reserve(std::size_t entries) {
    std::size_t slots = std::max(slots_.size(), first_slots);
    while (!hold(slots, entries)) slots *= 2;
    if (slots > slots_.size()) resize(slots);
}

void NameIndex::resize(std::size_t slots) {
    std::vector<Slot> larger(slots);
    const std::vector<Slot> old = std::exchange(slots_, std::move(larger));
    for (const Slot& slot : old)
        if (slot.id != vacant) place(slot);
}

}  // namespace weft::model
