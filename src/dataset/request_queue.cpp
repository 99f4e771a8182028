// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/request_queue.hpp"

#include <utility>

namespace weft::dataset {

int RequestQueue::add(Pending pending) {
    const bool get = pending.prepared.direction == Direction::get;
    used_bytes_ += static_cast<std::int64_t>(pending.buffered.size());
    Lane& lane = get ? gets_ : puts_;
    lane.slots.push_back(std::make_unique<Pending>(std::move(pending)));
    ++lane.pending;
    const std::int64_t index = lane.first + static_cast<std::int64_t>(lane.slots.size()) - 1;
    return static_cast<int>(2 * index + (get ? 1 : 0));
}

const Pending* RequestQueue::find(int id) const {
    if (id < 0) return nullptr;
    const Lane& lane = lane_of(id);
    const std::int64_t slot = id / 2 - lane.first;
    if (slot < 0 || slot >= static_cast<std::int64_t>(lane.slots.size())) return nullptr;
    return lane.slots[static_cast<std::size_t>(slot)].get();
}

Pending RequestQueue::take(int id) {
    Lane& lane = lane_of(id);
    std::unique_ptr<Pending>& slot = lane.slots[static_cast<std::size_t>(id / 2 - lane.first)];
    Pending pending = std::move(*slot);
    slot.reset();
    --lane.pending;
    used_bytes_ -= static_cast<std::int64_t>(pending.buffered.size());
    trim(lane);
    return pending;
}

void RequestQueue::trim(Lane& lane) {
    while (!lane.slots.empty() && lane.slots.front() == nullptr) {
        lane.slots.pop_front();
        ++lane.first;
    }
    if (lane.slots.empty()) lane.first = 0;
}

std::vector<int> RequestQueue::ids(bool puts, bool gets) const {
    std::vector<int> result;
    const auto collect = [&result](const Lane& lane, int parity) {
        for (std::size_t i = 0; i < lane.slots.size(); ++i) {
            if (lane.slots[i] == nullptr) continue;
            result.push_back(static_cast<int>(2 * (lane.first + static_cast<std::int64_t>(i))) +
                             parity);
        }
    };
    if (puts) collect(puts_, 0);
    if (gets) collect(gets_, 1);
    return result;
}

}  // namespace weft::dataset
