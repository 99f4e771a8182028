// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/request_queue.hpp"

#include <utility>

namespace weft::dataset {
namespace {

constexpr int taken = -1;  // in place of a variable's id

bool is_pending(const Pending& request) {
    return request.prepared.variable_id != taken;
}

}  // namespace

int RequestQueue::add(Pending pending) {
    const bool get = pending.prepared.direction == Direction::get;
    used_bytes_ += pending.buffered_bytes;
    Lane& lane = get ? gets_ : puts_;
    if (lane.shelves.empty() || std::ssize(lane.shelves.back().requests) == shelf_size) {
        lane.shelves.emplace_back().requests.reserve(shelf_size);
        trim(lane);
    }
    Shelf& shelf = lane.shelves.back();
    shelf.requests.push_back(std::move(pending));
    ++shelf.pending;
    ++lane.pending;
    const std::int64_t index =
        (lane.first + std::ssize(lane.shelves) - 1) * shelf_size + std::ssize(shelf.requests) - 1;
    return static_cast<int>(2 * index + (get ? 1 : 0));
}

const Pending* RequestQueue::find(int id) const {
    if (id < 0) return nullptr;
    const Lane& lane = lane_of(id);
    const std::int64_t number = id / 2 / shelf_size - lane.first;
    if (number < 0 || number >= std::ssize(lane.shelves)) return nullptr;
    const Shelf& shelf = lane.shelves[static_cast<std::size_t>(number)];
    const auto place = static_cast<std::size_t>(id / 2 % shelf_size);
    if (place >= shelf.requests.size() || !is_pending(shelf.requests[place])) return nullptr;
    return &shelf.requests[place];
}

Pending RequestQueue::take(int id) {
    Lane& lane = lane_of(id);
    Shelf& shelf = lane.shelves[static_cast<std::size_t>(id / 2 / shelf_size - lane.first)];
    Pending& place = shelf.requests[static_cast<std::size_t>(id / 2 % shelf_size)];
    Pending request = std::move(place);
    place.prepared.variable_id = taken;
    used_bytes_ -= request.buffered_bytes;
    --lane.pending;
    if (count() == 0) values_.clear();
    if (--shelf.pending == 0) {
        if (&shelf != &lane.shelves.back()) shelf.requests = std::vector<Pending>();
        trim(lane);
    }
    return request;
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
