// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/walk.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace weft::engine::twophase {
namespace {

/// Bytes of all elements that begin below `offset`.
std::int64_t position_below(const RequestShape& item, std::int64_t offset) {
    return round_up(item.shape->bytes_below(offset), item.element_bytes);
}

}  // namespace

std::int64_t bytes_of(const std::vector<Share>& shares) {
    std::int64_t sum = 0;
    for (const Share& share : shares) sum += share.to - share.from;
    return sum;
}

Walk::Walk(const std::vector<RequestShape>& list) {
    rising_.reserve(list.size());
    for (const RequestShape& item : list) rising_.push_back(&item);
    const auto offset = [](const RequestShape* item) { return item->shape->base(); };
    if (!std::ranges::is_sorted(rising_, {}, offset)) std::ranges::sort(rising_, {}, offset);
}

void Walk::push(const RequestShape& item, std::int64_t position) {
    if (position == item.shape->bytes()) return;
    rests_.push_back({item.shape->offset_of(position), position, &item});
    std::push_heap(rests_.begin(), rests_.end(), is_later);
}

Walk::Rest Walk::pop() {
    std::pop_heap(rests_.begin(), rests_.end(), is_later);
    const Rest rest = rests_.back();
    rests_.pop_back();
    return rest;
}

void Walk::begin_shapes_below(std::int64_t offset) {
    for (; next_ < rising_.size() && rising_[next_]->shape->base() < offset; ++next_)
        push(*rising_[next_], 0);
}

std::optional<std::int64_t> Walk::seek(std::int64_t offset) {
    begin_shapes_below(offset);
    while (!rests_.empty() && rests_.front().offset < offset) {
        const RequestShape& item = *pop().item;
        push(item, position_below(item, offset));
    }
    std::optional<std::int64_t> next;
    if (!rests_.empty()) next = rests_.front().offset;
    // Shapes rise by their first byte, so the first one that has not begun speaks for all.
    if (next_ < rising_.size()) {
        const std::int64_t begins = rising_[next_]->shape->base();
        next = std::min(next.value_or(begins), begins);
    }
    return next;
}

std::vector<Share> Walk::take(std::int64_t begin, std::int64_t end) {
    std::vector<Share> shares;
    if (!seek(begin)) return shares;
    begin_shapes_below(end);
    while (!rests_.empty() && rests_.front().offset < end) {
        const Rest rest = pop();
        const std::int64_t to = position_below(*rest.item, end);
        shares.push_back({rest.item, rest.from, to});
        push(*rest.item, to);
    }
    std::ranges::sort(shares, {}, &Share::item);
    return shares;
}

}  // namespace weft::engine::twophase
