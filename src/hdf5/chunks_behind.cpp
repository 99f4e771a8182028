// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_behind.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace weft::hdf5 {

ChunksBehind::~ChunksBehind() {
    for (const auto& [name, chunk] : chunks_) chunk->stop();
}

/// The function of the thread. A chunk that cannot be compressed is left to its owner, who reports
/// why.
void ChunksBehind::Chunk::compress(std::int64_t limit, const Encode& encode) noexcept {
    State now = State::waits;
    if (!state.compare_exchange_strong(now, State::is_compressed_now)) return;
    State then = State::stopped;
    try {
        const auto most = static_cast<std::size_t>(limit);
        const PooledBlock room = take_block(most);
        const Result<std::int64_t> length = encode(span(), {room.get(), most});
        if (length.ok()) {
            const auto its = static_cast<std::size_t>(length.value());
            coded = take_block(its);
            copy_bytes({room.get(), its}, {coded.get(), its});
            coded_bytes = its;
            then = State::compressed;
        }
    } catch (const std::bad_alloc&) {
        then = State::stopped;
    }
    state = then;
    state.notify_one();
}

/// Afterwards the thread does not use it any more.
void ChunksBehind::Chunk::stop() {
    State now = State::waits;
    if (!state.compare_exchange_strong(now, State::stopped)) state.wait(State::is_compressed_now);
}

bool ChunksBehind::add(const std::function<void()>& work) {
    try {
        return thread_->add(work);
    } catch (const std::bad_alloc&) {
        return false;
    }
}

/// Without memory the chunk is compressed at once.
bool ChunksBehind::take(const Name& name, std::span<const std::byte> chunk, std::int64_t limit,
                        Encode encode) {
    if (!has_room_for(std::ssize(chunk))) return false;
    try {
        const auto one = std::make_shared<Chunk>(spare_.take(chunk.size()), chunk.size(), put_);
        copy_bytes(chunk, one->span());
        const std::function<void()> work = [one, limit, encode = std::move(encode)] {
            one->compress(limit, encode);
        };
        const auto place = chunks_.emplace(name, one).first;
        bytes_ += std::ssize(chunk);
        if (add(work)) return true;
        drop(place);
    } catch (const std::bad_alloc&) {
        return false;
    }
    return false;
}

bool ChunksBehind::copy(const Name& name, std::span<std::byte> chunk) const {
    const auto found = chunks_.find(name);
    if (found == chunks_.end()) return false;
    copy_bytes(found->second->span(), chunk);
    return true;
}

void ChunksBehind::drop(const Name& name) {
    const auto found = chunks_.find(name);
    if (found != chunks_.end()) drop(found);
}

ChunksBehind::Chunks::iterator ChunksBehind::drop(Chunks::iterator one) {
    Chunk& its = *one->second;
    its.stop();
    bytes_ -= static_cast<std::int64_t>(its.bytes);
    spare_.give_back(std::move(its.values), its.bytes);
    return chunks_.erase(one);
}

void ChunksBehind::drop_old(std::uint32_t before, const std::function<bool(const Name&)>& old) {
    for (auto one = chunks_.begin(); one != chunks_.end();)
        one = one->second->put < before && old(one->first) ? drop(one) : std::next(one);
}

std::uint32_t ChunksBehind::done_before() const {
    std::uint32_t before = put_ + 1;
    for (const auto& [name, chunk] : chunks_)
        if (!chunk->is_done()) before = std::min(before, chunk->put);
    return before;
}

std::vector<ChunksBehind::Behind> ChunksBehind::stopped(std::uint32_t before) {
    std::vector<Behind> all;
    for (const auto& [name, chunk] : chunks_) {
        if (chunk->put >= before) continue;
        chunk->stop();
        all.push_back({name, chunk->put, chunk->span(), {chunk->coded.get(), chunk->coded_bytes}});
    }
    return all;
}

}  // namespace weft::hdf5
