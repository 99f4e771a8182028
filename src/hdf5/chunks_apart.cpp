// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_apart.hpp"

#include <algorithm>
#include <cstring>

namespace weft::hdf5 {
namespace {

/// Compares 256 bytes at a time, because most of a chunk is unchanged.
void mark_differences(std::span<const std::byte> old, std::span<const std::byte> now,
                      std::vector<bool>& is_changed) {
    constexpr std::size_t at_once = 256;
    for (std::size_t begin = 0; begin < now.size(); begin += at_once) {
        const std::size_t end = std::min(begin + at_once, now.size());
        if (std::memcmp(&old[begin], &now[begin], end - begin) == 0) continue;
        for (std::size_t i = begin; i < end; ++i)
            if (old[i] != now[i]) is_changed[i] = true;
    }
}

}  // namespace

void ChunksApart::note_base(std::int64_t number, std::span<const std::byte> chunk) {
    bases_.insert_or_assign(number, PooledCopy(chunk));
}

void ChunksApart::take(std::int64_t number, std::span<const std::byte> chunk) {
    Chunk& its = chunks_[number];
    its.is_changed.resize(chunk.size(), false);
    const auto base = bases_.find(number);
    if (base == bases_.end())
        its.is_changed.assign(chunk.size(), true);
    else
        mark_differences(base->second, chunk, its.is_changed);
    its.bytes = PooledCopy(chunk);
}

std::span<const std::byte> ChunksApart::base_of(std::int64_t number) const {
    const auto base = bases_.find(number);
    return base == bases_.end() ? std::span<const std::byte>() : base->second;
}

bool ChunksApart::copy(std::int64_t number, std::span<std::byte> chunk) const {
    const auto found = chunks_.find(number);
    if (found == chunks_.end()) return false;
    copy_bytes(found->second.bytes, chunk);
    return true;
}

std::vector<std::int64_t> ChunksApart::numbers() const {
    std::vector<std::int64_t> numbers;
    for (const auto& [number, chunk] : chunks_) numbers.push_back(number);
    return numbers;
}

void ChunksApart::append_changes(std::int64_t number, std::vector<std::byte>& message) const {
    const Chunk& its = chunks_.at(number);
    const auto end = its.is_changed.end();
    for (auto from = std::find(its.is_changed.begin(), end, true); from != end;) {
        const auto to = std::find(from, end, false);
        const Run run{number, from - its.is_changed.begin(), to - from};
        const auto head = std::as_bytes(std::span(&run, 1));
        message.insert(message.end(), head.begin(), head.end());
        const auto bytes = its.bytes.begin() + run.offset;
        message.insert(message.end(), bytes, bytes + run.length);
        from = std::find(to, end, true);
    }
}

void ChunksApart::apply(std::span<const std::byte> message) {
    while (message.size() >= sizeof(Run)) {
        Run run;
        std::memcpy(&run, message.data(), sizeof run);
        message = message.subspan(sizeof run);
        const auto bytes = message.first(static_cast<std::size_t>(run.length));
        message = message.subspan(bytes.size());
        const auto found = chunks_.find(run.number);
        if (found == chunks_.end()) continue;
        Chunk& its = found->second;
        std::memcpy(its.bytes.begin() + run.offset, bytes.data(), bytes.size());
        std::fill_n(its.is_changed.begin() + run.offset, run.length, true);
    }
}

}  // namespace weft::hdf5
