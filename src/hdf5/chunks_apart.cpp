// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_apart.hpp"

#include <algorithm>
#include <cstring>

namespace weft::hdf5 {

void ChunksApart::note_base(std::int64_t number, std::span<const std::byte> chunk) {
    bases_.insert_or_assign(number, PooledBytes(chunk.begin(), chunk.end()));
}

void ChunksApart::take(std::int64_t number, std::span<const std::byte> chunk) {
    Chunk& its = chunks_[number];
    its.is_changed.resize(chunk.size(), false);
    const auto base = bases_.find(number);
    for (std::size_t i = 0; i < chunk.size(); ++i)
        if (base == bases_.end() || base->second[i] != chunk[i]) its.is_changed[i] = true;
    its.bytes.assign(chunk.begin(), chunk.end());
}

bool ChunksApart::copy(std::int64_t number, std::span<std::byte> chunk) const {
    const auto found = chunks_.find(number);
    if (found == chunks_.end()) return false;
    std::ranges::copy(found->second.bytes, chunk.begin());
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
        std::ranges::copy(bytes, its.bytes.begin() + run.offset);
        std::fill_n(its.is_changed.begin() + run.offset, run.length, true);
    }
}

}  // namespace weft::hdf5
