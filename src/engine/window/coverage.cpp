// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/coverage.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace weft::engine {
namespace {

constexpr std::int64_t word_bits = 64;
constexpr std::uint64_t all_ones = ~std::uint64_t{0};

}  // namespace

void Coverage::shape(std::int64_t begin, std::int64_t end, std::int64_t grain) {
    begin_ = begin;
    end_ = end;
    first_ = end;
    last_ = begin;
    shift_ = std::countr_zero(static_cast<std::uint64_t>(grain));
    bits_.resize(static_cast<std::size_t>((grains_to(end) + word_bits - 1) / word_bits));
}

void Coverage::reset(std::int64_t begin, std::int64_t end, std::int64_t grain) {
    shape(begin, end, grain);
    std::ranges::fill(bits_, 0);
}

void Coverage::add(const region::FileShape& shape, std::int64_t from, std::int64_t to) {
    shape.visit(from, to, [&](const region::RunGroup& group) {
        if (group.run == group.pitch) {
            add(group.offset, group.offset + group.count * group.run);
            return;
        }
        for (std::int64_t i = 0; i < group.count; ++i) {
            mark(group.offset + i * group.pitch, group.offset + i * group.pitch + group.run);
        }
        stretch(group.offset, group.offset + (group.count - 1) * group.pitch + group.run);
    });
}

void Coverage::add(std::int64_t begin, std::int64_t end) {
    if (begin >= end) return;
    mark(begin, end);
    stretch(begin, end);
}

void Coverage::stretch(std::int64_t begin, std::int64_t end) {
    first_ = std::min(first_, begin);
    last_ = std::max(last_, end);
}

void Coverage::mark(std::int64_t begin, std::int64_t end) {
    const std::int64_t low = grains_to(begin);
    const std::int64_t high = grains_to(end);
    auto word = static_cast<std::size_t>(low / word_bits);
    const auto last_word = static_cast<std::size_t>((high - 1) / word_bits);
    const std::uint64_t head = all_ones << (low % word_bits);
    const std::uint64_t tail = all_ones >> (word_bits - 1 - (high - 1) % word_bits);
    if (word == last_word) {
        bits_[word] |= head & tail;
        return;
    }
    bits_[word] |= head;
    for (++word; word < last_word; ++word) bits_[word] = all_ones;
    bits_[last_word] |= tail;
}

void Coverage::add_to(std::span<std::atomic<std::uint64_t>> shared) const {
    if (empty()) return;
    const auto last_word = static_cast<std::size_t>((grains_to(last_) - 1) / word_bits);
    for (auto word = static_cast<std::size_t>(grains_to(first_) / word_bits); word <= last_word;
         ++word) {
        const std::uint64_t bits = bits_[word];
        // Nobody takes a mark back, so a full word needs no look at what is there.
        if (bits == all_ones) {
            shared[word].store(all_ones, std::memory_order_relaxed);
        } else if (bits != 0) {
            shared[word].fetch_or(bits, std::memory_order_relaxed);
        }
    }
}

void Coverage::take(std::int64_t begin, std::int64_t end, std::int64_t grain,
                    std::span<std::atomic<std::uint64_t>> shared) {
    shape(begin, end, grain);
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        bits_[word] = shared[word].load(std::memory_order_relaxed);
        shared[word].store(0, std::memory_order_relaxed);
    }
    first_ = find(begin, true);
    for (std::size_t word = bits_.size(); word > 0 && last_ == begin; --word) {
        const std::uint64_t bits = bits_[word - 1];
        if (bits == 0) continue;
        last_ = begin +
                ((static_cast<std::int64_t>(word) * word_bits - std::countl_zero(bits)) << shift_);
    }
}

std::int64_t Coverage::find(std::int64_t from, bool marked) const {
    const std::uint64_t flip = marked ? 0 : all_ones;
    std::int64_t position = grains_to(from);
    const std::int64_t behind = grains_to(end_);
    while (position < behind) {
        const std::uint64_t word = (bits_[static_cast<std::size_t>(position / word_bits)] ^ flip) >>
                                   (position % word_bits);
        if (word != 0)
            return std::min(begin_ + ((position + std::countr_zero(word)) << shift_), end_);
        position = (position / word_bits + 1) * word_bits;
    }
    return end_;
}

bool Coverage::complete() const {
    return find(first_, false) >= last_;
}

region::Interval Coverage::next_run(std::int64_t from) const {
    const std::int64_t begin = find(from, true);
    return {begin, find(begin, false)};
}

void Coverage::fill_holes(std::byte* image, const std::byte* old) const {
    switch (shift_) {
        case 0:
            return fill_short_holes<std::uint8_t>(image, old);
        case 1:
            return fill_short_holes<std::uint16_t>(image, old);
        case 2:
            return fill_short_holes<std::uint32_t>(image, old);
        case 3:
            return fill_short_holes<std::uint64_t>(image, old);
        default:
            return fill_long_holes(image, old);
    }
}

/// Grain by grain without branches: holes as short as a number are as frequent as numbers.
template <class Grain>
void Coverage::fill_short_holes(std::byte* image, const std::byte* old) const {
    const std::int64_t begin = grains_to(first_);
    const std::int64_t behind = grains_to(last_);
    for (std::int64_t at = begin - begin % word_bits; at < behind; at += word_bits) {
        const std::uint64_t marks = bits_[static_cast<std::size_t>(at / word_bits)];
        if (marks == all_ones) continue;
        const std::int64_t low = std::max(at, begin);
        const std::int64_t high = std::min(at + word_bits, behind);
        std::array<Grain, word_bits> news{};
        std::array<Grain, word_bits> olds{};
        const auto place = static_cast<std::size_t>(low) * sizeof(Grain);
        const auto length = static_cast<std::size_t>(high - low) * sizeof(Grain);
        std::memcpy(news.data(), image + place, length);
        std::memcpy(olds.data(), old + place, length);
        const std::uint64_t mine = marks >> static_cast<unsigned>(low - at);
        for (std::size_t i = 0; i < word_bits; ++i)
            news[i] = (mine >> i & 1U) != 0 ? news[i] : olds[i];
        std::memcpy(image + place, news.data(), length);
    }
}

void Coverage::fill_long_holes(std::byte* image, const std::byte* old) const {
    region::Interval run = next_run(first_);
    while (run.end < last_) {
        const std::int64_t hole = run.end;
        run = next_run(hole);
        std::memcpy(image + (hole - begin_), old + (hole - begin_),
                    static_cast<std::size_t>(run.begin - hole));
    }
}

std::int64_t Coverage::byte_count() const {
    std::int64_t count = 0;
    for (const std::uint64_t word : bits_) count += std::popcount(word);
    return count << shift_;
}

std::int64_t Coverage::bytes_in(std::int64_t begin, std::int64_t end) const {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    const auto from = static_cast<std::uint64_t>(grains_to(begin));
    const auto to = static_cast<std::uint64_t>(grains_to(end));
    std::int64_t count = 0;
    for (std::uint64_t bit = from; bit < to;) {
        const std::uint64_t next = std::min(to, (bit / 64 + 1) * 64);
        const std::uint64_t bits = all >> (64 - (next - bit)) << bit % 64;
        count += std::popcount(bits_[bit / 64] & bits);
        bit = next;
    }
    return count << shift_;
}

std::int64_t Coverage::run_count() const {
    std::int64_t count = 0;
    std::uint64_t before = 0;  // the bit before a word's first
    for (const std::uint64_t word : bits_) {
        count += std::popcount(word & ~(word << 1U | before));
        before = word >> 63U;
    }
    return count;
}

}  // namespace weft::engine
