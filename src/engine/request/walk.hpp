// SPDX-License-Identifier: BSD-3-Clause
// Which bytes of many shapes lie in a window, for windows that rise in the file. Pure: no
// communication, no files.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "region/file_shape.hpp"

namespace weft::engine {

/// Bytes [from, to) of a shape's stream, from < to. `Item` identifies the shape to its owner.
template <class Item>
struct ShareOf {
    Item item{};
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// A window costs time in proportion to its shares, times the logarithm of the number of shapes
/// that are under way. Shapes without bytes in it cost nothing.
///
/// `Shapes` lists shapes in order of base(). It has size(), and for number i: shape(i),
/// element_bytes(i), and item(i), by which the shares of a window are sorted. A whole element
/// belongs to the window in which it begins; so do single bytes, where elements have 1 byte.
template <class Shapes>
class Walk {
public:
    using Share = ShareOf<typename Shapes::Item>;

    explicit Walk(Shapes shapes) : shapes_(std::move(shapes)) {}

    /// Returns the offset of the first element that begins at or behind `offset`. The caller does
    /// not go back: neither behind the offset of the call before, nor into a window that it took.
    [[nodiscard]] std::optional<std::int64_t> seek(std::int64_t offset);

    /// Returns the shares of all elements that begin in [begin, end), sorted by their items.
    /// Windows rise; the walk leaves out bytes between two of them. The result stays valid until
    /// the next call.
    const std::vector<Share>& take(std::int64_t begin, std::int64_t end);

private:
    /// A shape that has begun and has bytes left.
    struct Rest {
        std::int64_t offset = 0;  // of its next element in the file
        std::int64_t from = 0;    // of that element in its stream
        std::size_t number = 0;
    };
    static bool is_later(const Rest& a, const Rest& b) { return a.offset > b.offset; }

    /// The number of bytes of all elements of a shape that begin below `offset`.
    [[nodiscard]] std::int64_t position_below(std::size_t number, std::int64_t offset) const {
        return round_up(shapes_.shape(number).bytes_below(offset), shapes_.element_bytes(number));
    }
    void push(std::size_t number, std::int64_t position);
    Rest pop();

    Shapes shapes_;
    std::size_t next_ = 0;     // the first that has not begun
    std::vector<Rest> rests_;  // a heap, the one with the lowest offset at the front
    std::vector<Share> shares_;
};

template <class Shapes>
void Walk<Shapes>::push(std::size_t number, std::int64_t position) {
    const region::FileShape& shape = shapes_.shape(number);
    if (position == shape.bytes()) return;
    rests_.push_back({shape.offset_of(position), position, number});
    std::push_heap(rests_.begin(), rests_.end(), is_later);
}

template <class Shapes>
typename Walk<Shapes>::Rest Walk<Shapes>::pop() {
    std::pop_heap(rests_.begin(), rests_.end(), is_later);
    const Rest rest = rests_.back();
    rests_.pop_back();
    return rest;
}

template <class Shapes>
std::optional<std::int64_t> Walk<Shapes>::seek(std::int64_t offset) {
    for (; next_ < shapes_.size() && shapes_.shape(next_).base() < offset; ++next_)
        push(next_, position_below(next_, offset));
    while (!rests_.empty() && rests_.front().offset < offset) {
        const std::size_t number = pop().number;
        push(number, position_below(number, offset));
    }
    std::optional<std::int64_t> next;
    if (!rests_.empty()) next = rests_.front().offset;
    // Shapes rise by their first byte, so the first one that has not begun speaks for all.
    if (next_ < shapes_.size()) {
        const std::int64_t begins = shapes_.shape(next_).base();
        next = std::min(next.value_or(begins), begins);
    }
    return next;
}

template <class Shapes>
const std::vector<typename Walk<Shapes>::Share>& Walk<Shapes>::take(std::int64_t begin,
                                                                    std::int64_t end) {
    shares_.clear();
    if (!seek(begin)) return shares_;
    for (; next_ < shapes_.size() && shapes_.shape(next_).base() < end; ++next_) {
        const region::FileShape& shape = shapes_.shape(next_);
        // Most shapes lie within one window.
        if (shape.end() <= end) {
            if (!shape.empty()) shares_.push_back({shapes_.item(next_), 0, shape.bytes()});
        } else {
            push(next_, 0);
        }
    }
    while (!rests_.empty() && rests_.front().offset < end) {
        const Rest rest = pop();
        const std::int64_t to = position_below(rest.number, end);
        shares_.push_back({shapes_.item(rest.number), rest.from, to});
        push(rest.number, to);
    }
    if (!std::ranges::is_sorted(shares_, {}, &Share::item))
        std::ranges::sort(shares_, {}, &Share::item);
    return shares_;
}

}  // namespace weft::engine
