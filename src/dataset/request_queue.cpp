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
    IdQueue& queue = get ? gets_ : puts_;
    Chunk& chunk = open_chunk(queue);
    chunk.requests.push_back(std::move(pending));
    ++chunk.pending;
    ++queue.pending;
    const std::int64_t index =
        (queue.first + std::ssize(queue.chunks) - 1) * chunk_size + std::ssize(chunk.requests) - 1;
    return static_cast<int>(2 * index + (get ? 1 : 0));
}

RequestQueue::Chunk& RequestQueue::open_chunk(IdQueue& queue) {
    if (queue.chunks.empty() || std::ssize(queue.chunks.back().requests) == chunk_size) {
        queue.chunks.emplace_back().requests.reserve(chunk_size);
        trim(queue);
    }
    return queue.chunks.back();
}

/// A block has room for the rest of a chunk, if the coming puts have the size of this one.
std::byte* RequestQueue::room(Pending& put, std::int64_t bytes) {
    constexpr std::int64_t longest_shared = 4 << 10;
    constexpr std::int64_t longest_block = 64 << 10;
    constexpr std::int64_t alignment = 8;  // of the largest element
    if (bytes > longest_shared) {
        put.values = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes));
        return put.values.get();
    }
    Chunk& chunk = open_chunk(puts_);
    const std::int64_t used = round_up(bytes, alignment);
    if (used > chunk.free_bytes) {
        const std::int64_t rest = chunk_size - std::ssize(chunk.requests);
        const std::int64_t size = std::min(rest * used, longest_block);
        chunk.free = chunk.blocks.emplace_back(take_block(static_cast<std::size_t>(size))).get();
        chunk.free_bytes = size;
    }
    chunk.free_bytes -= used;
    return std::exchange(chunk.free, chunk.free + used);
}

RequestQueue::FoundRequest RequestQueue::find(int id) {
    if (id < 0) return {};
    IdQueue& queue = id % 2 == 0 ? puts_ : gets_;
    const std::int64_t number = id / 2 / chunk_size - queue.first;
    if (number < 0 || number >= std::ssize(queue.chunks)) return {};
    Chunk& chunk = queue.chunks[static_cast<std::size_t>(number)];
    const auto index = static_cast<std::size_t>(id / 2 % chunk_size);
    if (index >= chunk.requests.size() || !is_pending(chunk.requests[index])) return {};
    return {.queue = &queue, .chunk = &chunk, .request = &chunk.requests[index]};
}

void RequestQueue::remove(const FoundRequest& found) noexcept {
    Chunk& chunk = *found.chunk;
    used_bytes_ -= found.request->buffered_bytes;
    found.request->values.reset();
    found.request->prepared.irregular.reset();
    found.request->prepared.variable_id = taken;
    --found.queue->pending;
    if (--chunk.pending > 0) return;
    taken_blocks_.splice(taken_blocks_.end(), chunk.blocks);
    chunk.free_bytes = 0;
    if (&chunk != &found.queue->chunks.back()) chunk.requests = PooledVector<Pending>();
    trim(*found.queue);
}

/// The last chunk stays, because a program may post and wait again and again.
void RequestQueue::trim(IdQueue& queue) {
    while (queue.chunks.size() > 1 && queue.chunks.front().pending == 0) {
        queue.chunks.pop_front();
        ++queue.first;
    }
    if (queue.pending > 0 || queue.chunks.front().requests.empty()) return;
    queue.chunks.front().requests.clear();
    queue.first = 0;
}

std::vector<int> RequestQueue::ids(bool puts, bool gets) const {
    std::vector<int> result;
    result.reserve(
        static_cast<std::size_t>((puts ? puts_.pending : 0) + (gets ? gets_.pending : 0)));
    const auto collect = [&result](const IdQueue& queue, int parity) {
        std::int64_t first = queue.first * chunk_size;
        for (const Chunk& chunk : queue.chunks) {
            for (std::size_t i = 0; i < chunk.requests.size(); ++i) {
                if (!is_pending(chunk.requests[i])) continue;
                const std::int64_t index = first + static_cast<std::int64_t>(i);
                result.push_back(static_cast<int>(2 * index) + parity);
            }
            first += chunk_size;
        }
    };
    if (puts) collect(puts_, 0);
    if (gets) collect(gets_, 1);
    return result;
}

void RequestQueue::clear() noexcept {
    for (IdQueue* const queue : {&puts_, &gets_}) {
        queue->chunks.clear();
        queue->first = queue->pending = 0;
    }
    used_bytes_ = 0;
    taken_blocks_.clear();
}

}  // namespace weft::dataset
