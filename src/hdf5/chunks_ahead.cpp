// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_ahead.hpp"

#include <algorithm>
#include <utility>

namespace weft::hdf5 {
namespace {

/// Long requests are faster than many, so more are asked for when half of them have come.
constexpr std::int64_t most_ahead_bytes = 32 << 20;
constexpr std::size_t at_a_time = 256;

}  // namespace

void ChunksAhead::expect(std::vector<std::int64_t> numbers) {
    numbers_ = std::move(numbers);
    bytes_.clear();
    passed_ = 0;
    ahead_bytes_ = 0;
}

void ChunksAhead::pass(std::int64_t number) {
    for (; passed_ < numbers_.size() && numbers_[passed_] <= number; ++passed_)
        if (passed_ < bytes_.size()) ahead_bytes_ -= bytes_[passed_];
    bytes_.resize(std::max(bytes_.size(), passed_));
}

std::span<const std::int64_t> ChunksAhead::next() const {
    if (2 * ahead_bytes_ >= most_ahead_bytes) return {};
    const auto rest = std::span(numbers_).subspan(bytes_.size());
    return rest.first(std::min(rest.size(), at_a_time));
}

bool ChunksAhead::take(std::int64_t bytes) {
    if (ahead_bytes_ >= most_ahead_bytes) return false;
    ahead_bytes_ += bytes;
    bytes_.push_back(bytes);
    return true;
}

}  // namespace weft::hdf5
