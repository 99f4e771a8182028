// SPDX-License-Identifier: BSD-3-Clause
// The values of a variable from the first to the last, through one buffer of fixed size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

class ValueStream {
public:
    /// `input` must outlive the stream.
    ValueStream(const Input& input, int variable);

    [[nodiscard]] std::int64_t values_left() const { return count_ - next_; }

    /// The next values in memory form: at least one, at most `most` (> 0). Call only while some are
    /// left. Valid until the next call.
    Result<std::span<const std::byte>> next(std::int64_t most);

private:
    const Input& input_;
    int variable_;
    std::int64_t value_bytes_;
    std::int64_t count_;
    std::int64_t next_ = 0;
    std::vector<std::byte> window_;
    std::int64_t window_begin_ = 0;  // the number of its first value
    std::int64_t window_end_ = 0;
};

}  // namespace weft::tools
