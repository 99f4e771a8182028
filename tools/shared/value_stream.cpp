// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/value_stream.hpp"

#include <algorithm>

#include "types/types.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t window_bytes = 256 << 10;

}  // namespace

ValueStream::ValueStream(const Input& input, int variable)
    : input_(input),
      variable_(variable),
      value_bytes_(types::size_of(input.schema().variable(variable).type)),
      count_(input.values_of(variable)) {}

Result<std::span<const std::byte>> ValueStream::next(std::int64_t most) {
    if (next_ == window_end_) {
        const std::int64_t values = std::min(window_bytes / value_bytes_, values_left());
        window_.resize(static_cast<std::size_t>(values * value_bytes_));
        const Status read = input_.read(variable_, next_, window_);
        if (!read.ok()) return read;
        window_begin_ = next_;
        window_end_ = next_ + values;
    }
    const std::int64_t first = next_ - window_begin_;
    const std::int64_t count = std::min(window_end_ - next_, most);
    next_ += count;
    return std::span<const std::byte>(window_).subspan(
        static_cast<std::size_t>(first * value_bytes_),
        static_cast<std::size_t>(count * value_bytes_));
}

}  // namespace weft::tools
