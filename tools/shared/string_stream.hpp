// SPDX-License-Identifier: BSD-3-Clause
// The strings of a variable of strings from the first to the last, some at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

class StringStream {
public:
    /// `input` must outlive the stream.
    StringStream(const Input& input, int variable)
        : input_(input), variable_(variable), count_(input.values_of(variable)) {}

    [[nodiscard]] std::int64_t values_left() const { return count_ - next_; }

    /// The next string. Call only while some are left.
    Result<std::string> next();

private:
    const Input& input_;
    int variable_;
    std::int64_t count_;
    std::int64_t next_ = 0;
    std::vector<std::string> window_;
    std::int64_t window_begin_ = 0;
};

}  // namespace weft::tools
