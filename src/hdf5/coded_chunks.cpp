// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/coded_chunks.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "storage/side_by_side.hpp"

namespace weft::hdf5 {

CodedBlock SpareBlocks::take(std::size_t bytes) {
    for (CodedBlock& block : blocks_)
        if (block.bytes >= std::max(bytes, std::size_t{1})) return std::exchange(block, {});
    const std::size_t length = std::max(bytes, usual_bytes);
    return {take_block(length), length};
}

void SpareBlocks::give_back(CodedBlock block) noexcept {
    const auto place = std::ranges::find(blocks_, 0U, &CodedBlock::bytes);
    if (block.bytes != usual_bytes || place == blocks_.end()) return;
    block.used = 0;
    *place = std::move(block);
}

CodedChunks::~CodedChunks() {
    for (CodedBlock& block : blocks_) spare_->give_back(std::move(block));
}

/// Room behind the last chunk, or in a new block.
std::span<std::byte> CodedChunks::room_for(std::size_t bytes) {
    if (blocks_.empty() || blocks_.back().bytes - blocks_.back().used < bytes)
        blocks_.push_back(spare_->take(bytes));
    const CodedBlock& last = blocks_.back();
    return {last.memory.get() + last.used, bytes};
}

/// Closes the gaps between encoded chunks. Each was encoded into a place of `limit` bytes, which it
/// need not fill.
void CodedChunks::close_up(std::span<std::byte> room, std::size_t limit,
                           std::span<const Name> chunks, std::span<const std::int64_t> lengths) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const auto bytes = static_cast<std::size_t>(lengths[i]);
        if (end != i * limit) std::memmove(&room[end], &room[i * limit], bytes);
        chunks_.push_back({.variable = chunks[i].variable,
                           .number = chunks[i].number,
                           .put = chunks[i].put,
                           .bytes = room.subspan(end, bytes)});
        end += bytes;
    }
    blocks_.back().used += end;
}

Status CodedChunks::add(std::span<const Name> chunks, std::int64_t limit, std::size_t threads,
                        const Encode& encode) {
    const auto most = static_cast<std::size_t>(limit);
    const std::size_t before = chunks_.size();
    for (std::size_t first = 0; first < chunks.size(); first += threads) {
        const std::size_t count = std::min(threads, chunks.size() - first);
        const std::span<std::byte> room = room_for(count * most);
        std::vector<std::int64_t> lengths(count);
        const Status done = storage::share_out(count, count, [&](std::size_t i) {
            const Result<std::int64_t> length = encode(first + i, room.subspan(i * most, most));
            if (length.ok()) lengths[i] = length.value();
            return length.status();
        });
        if (!done.ok()) {
            chunks_.resize(before);
            return done;
        }
        close_up(room, most, chunks.subspan(first), lengths);
    }
    return {};
}

}  // namespace weft::hdf5
