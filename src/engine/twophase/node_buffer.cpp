// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/node_buffer.hpp"

#include "base/checked.hpp"

namespace weft::engine::twophase {
namespace {

constexpr std::size_t halves = 2;
constexpr std::int64_t page = 4096;

std::size_t control_bytes() {
    return static_cast<std::size_t>(page);
}

std::size_t rows_bytes(int members, int columns) {
    const std::int64_t numbers = std::int64_t{members} * columns * std::int64_t{halves};
    return static_cast<std::size_t>(
        round_up(numbers * static_cast<std::int64_t>(sizeof(std::int64_t)), page));
}

std::size_t all_bytes(int members, int columns) {
    return static_cast<std::size_t>(NodeBuffer::bytes_for(members, columns));
}

}  // namespace

/// The head of the buffer, all zero at the start.
struct NodeBuffer::Control {
    shm::WaitWord arrivals;  // at all meetings so far
    shm::Word broken;        // a rank has died
};

std::int64_t NodeBuffer::bytes_for(int members, int columns) {
    return static_cast<std::int64_t>(control_bytes() + rows_bytes(members, columns)) +
           std::int64_t{halves} * half_bytes;
}

std::unique_ptr<NodeBuffer> NodeBuffer::create(mpi::CommView node, int columns) {
    if (node.size() == 1) return of_one_rank(columns);
    auto segment = shm::Segment::create(node, all_bytes(node.size(), columns));
    if (segment == nullptr) return nullptr;
    return std::unique_ptr<NodeBuffer>(
        new NodeBuffer(std::move(segment), node.size(), node.rank(), columns));
}

std::unique_ptr<NodeBuffer> NodeBuffer::of_one_rank(int columns) {
    return std::unique_ptr<NodeBuffer>(new NodeBuffer(nullptr, 1, 0, columns));
}

NodeBuffer::NodeBuffer(std::unique_ptr<shm::Segment> segment, int members, int member, int columns)
    : segment_(std::move(segment)),
      members_(members),
      member_(member),
      columns_(static_cast<std::size_t>(columns)) {
    // The memory is not set to zero, so that unused pages are never touched.
    if (segment_ == nullptr)
        own_ = std::make_unique_for_overwrite<std::byte[]>(all_bytes(members, columns));
    std::byte* const data = segment_ != nullptr ? segment_->data() : own_.get();
    control_ = reinterpret_cast<Control*>(data);
    rows_ = reinterpret_cast<std::int64_t*>(data + control_bytes());
    rooms_ = data + control_bytes() + rows_bytes(members, columns);
    if (segment_ != nullptr) liveness_.emplace(*segment_, control_->broken, members);
}

std::span<std::int64_t> NodeBuffer::row(std::uint32_t half, int member) {
    const std::size_t index =
        half * static_cast<std::size_t>(members_) + static_cast<std::size_t>(member);
    return {rows_ + index * columns_, columns_};
}

std::vector<std::int64_t> NodeBuffer::add_up(std::uint32_t half, std::int64_t number, int domains,
                                             std::vector<std::int64_t>& begins) {
    std::vector<std::int64_t> sums(static_cast<std::size_t>(domains));
    for (int member = 0; member < members_; ++member) {
        if (member == member_) begins = sums;
        const std::span<const std::int64_t> numbers = row(half, member);
        if (numbers[0] != number) continue;
        for (std::size_t domain = 0; domain < sums.size(); ++domain)
            sums[domain] += numbers[1 + domain];
    }
    return sums;
}

bool NodeBuffer::meet(mpi::CommView all, const std::function<bool()>& work) {
    constexpr std::chrono::microseconds between_work(50);
    constexpr std::chrono::microseconds idle = std::chrono::milliseconds(100);
    if (members_ == 1) return true;
    shm::WaitWord& arrivals = control_->arrivals;
    const std::uint32_t wanted = ++meetings_ * static_cast<std::uint32_t>(members_);
    std::uint32_t here = arrivals.value.fetch_add(1, std::memory_order_acq_rel) + 1;
    if (here == wanted) arrivals.wake();
    // Ranks that are ahead may have come to the next meeting already.
    while (static_cast<std::int32_t>(wanted - here) > 0) {
        if (!liveness_->wait(arrivals, here, work() ? between_work : idle)) return false;
        here = arrivals.load();
        if (static_cast<std::int32_t>(wanted - here) > 0) all.look_for_failures();
    }
    return true;
}

}  // namespace weft::engine::twophase
