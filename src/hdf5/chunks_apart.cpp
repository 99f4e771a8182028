// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_apart.hpp"

#include <algorithm>
#include <cstring>

#include "hdf5/chunk_changes.hpp"

namespace weft::hdf5 {
namespace {

void mark(const region::Interval& run, std::vector<bool>& bytes) {
    std::fill(bytes.begin() + run.begin, bytes.begin() + run.end, true);
}

std::vector<region::Interval> marked(const std::vector<bool>& bytes) {
    std::vector<region::Interval> runs;
    for (auto from = std::find(bytes.begin(), bytes.end(), true); from != bytes.end();) {
        const auto to = std::find(from, bytes.end(), false);
        runs.push_back({from - bytes.begin(), to - bytes.begin()});
        from = std::find(to, bytes.end(), true);
    }
    return runs;
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
        for (const region::Interval& run : differences(base->second, chunk, 1))
            mark(run, its.is_changed);
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
    const std::vector<std::byte> changes = encoded_changes(marked(its.is_changed), its.bytes);
    const Part part{number, std::ssize(changes)};
    const auto head = std::as_bytes(std::span(&part, 1));
    message.insert(message.end(), head.begin(), head.end());
    message.insert(message.end(), changes.begin(), changes.end());
}

Status ChunksApart::apply(std::span<const std::byte> message) {
    while (message.size() >= sizeof(Part)) {
        Part part;
        std::memcpy(&part, message.data(), sizeof part);
        const auto changes = message.subspan(sizeof part, static_cast<std::size_t>(part.bytes));
        message = message.subspan(sizeof part + changes.size());
        const auto found = chunks_.find(part.number);
        if (found == chunks_.end()) continue;
        const auto applied = apply_changes(changes, found->second.bytes);
        if (!applied.ok()) return applied.status();
        for (const region::Interval& run : applied.value()) mark(run, found->second.is_changed);
    }
    return {};
}

}  // namespace weft::hdf5
