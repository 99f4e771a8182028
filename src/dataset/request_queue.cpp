// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/request_queue.hpp"

#include <algorithm>
#include <utility>

#include "base/checked.hpp"

namespace weft::dataset {
namespace {

constexpr int taken = -1;  // in place of a variable's id

bool is_pending(const Pending& request) {
    return request.prepared.variable_id != taken;
}

}  // namespace

int RequestQueue::add(Pending&& pending) {
    const bool get = pending.prepared.direction == Direction::get;
    used_bytes_ += pending.buffered_bytes;
    Lane& lane = get ? gets_ : puts_;
    Shelf& shelf = open_shelf(lane);
    shelf.requests.push_back(std::move(pending));
    ++shelf.pending;
    ++lane.pending;
    const std::int64_t index =
        (lane.first + std::ssize(lane.shelves) - 1) * shelf_size + std::ssize(shelf.requests) - 1;
    return static_cast<int>(2 * index + (get ? 1 : 0));
}

RequestQueue::Shelf& RequestQueue::open_shelf(Lane& lane) {
    if (lane.shelves.empty() || std::ssize(lane.shelves.back().requests) == shelf_size) {
        lane.shelves.emplace_back().requests.reserve(shelf_size);
        trim(lane);
    }
    return lane.shelves.back();
}

/// A block has room for the rest of a shelf, if the puts to come are as long as this one.
std::byte* RequestQueue::room(Pending& put, std::int64_t bytes) {
    constexpr std::int64_t longest_shared = 4 << 10;
    constexpr std::int64_t longest_block = 64 << 10;
    constexpr std::int64_t alignment = 8;  // of the largest element
    if (bytes > longest_shared) {
        put.values = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes));
        return put.values.get();
    }
    Shelf& shelf = open_shelf(puts_);
    const std::int64_t used = round_up(bytes, alignment);
    if (used > shelf.free_bytes) {
        const std::int64_t rest = shelf_size - std::ssize(shelf.requests);
        const std::int64_t size = std::min(rest * used, longest_block);
        shelf.free = shelf.blocks.emplace_back(take_block(static_cast<std::size_t>(size))).get();
        shelf.free_bytes = size;
    }
    shelf.free_bytes -= used;
    return std::exchange(shelf.free, shelf.free + used);
}

RequestQueue::Place RequestQueue::find(int id) {
    if (id < 0) return {};
    Lane& lane = id % 2 == 0 ? puts_ : gets_;
    const std::int64_t number = id / 2 / shelf_size - lane.first;
    if (number < 0 || number >= std::ssize(lane.shelves)) return {};
    Shelf& shelf = lane.shelves[static_cast<std::size_t>(number)];
    const auto index = static_cast<std::size_t>(id / 2 % shelf_size);
    if (index >= shelf.requests.size() || !is_pending(shelf.requests[index])) return {};
    return {.lane = &lane, .shelf = &shelf, .request = &shelf.requests[index]};
}

void RequestQueue::remove(const Place& place) noexcept {
    Shelf& shelf = *place.shelf;
    used_bytes_ -= place.request->buffered_bytes;
    place.request->values.reset();
    place.request->prepared.irregular.reset();
    place.request->prepared.variable_id = taken;
    --place.lane->pending;
    if (--shelf.pending > 0) return;
    taken_blocks_.splice(taken_blocks_.end(), shelf.blocks);
    shelf.free_bytes = 0;
    if (&shelf != &place.lane->shelves.back()) shelf.requests = PooledVector<Pending>();
    trim(*place.lane);
}

/// The last shelf stays, as a program may post and wait again and again.
void RequestQueue::trim(Lane& lane) {
    while (lane.shelves.size() > 1 && lane.shelves.front().pending == 0) {
        lane.shelves.pop_front();
        ++lane.first;
    }
    if (lane.pending > 0 || lane.shelves.front().requests.empty()) return;
    lane.shelves.front().requests.clear();
    lane.first = 0;
}

std::vector<int> RequestQueue::ids(bool puts, bool gets) const {
    std::vector<int> result;
    result.reserve(
        static_cast<std::size_t>((puts ? puts_.pending : 0) + (gets ? gets_.pending : 0)));
    const auto collect = [&result](const Lane& lane, int parity) {
        std::int64_t first = lane.first * shelf_size;
        for (const Shelf& shelf : lane.shelves) {
            for (std::size_t i = 0; i < shelf.requests.size(); ++i) {
                if (!is_pending(shelf.requests[i])) continue;
                const std::int64_t index = first + static_cast<std::int64_t>(i);
                result.push_back(static_cast<int>(2 * index) + parity);
            }
            first += shelf_size;
        }
    };
    if (puts) collect(puts_, 0);
    if (gets) collect(gets_, 1);
    return result;
}

}  // namespace weft::dataset
