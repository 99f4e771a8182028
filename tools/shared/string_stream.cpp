// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/string_stream.hpp"

#include <algorithm>
#include <utility>

namespace weft::tools {

Result<std::string> StringStream::next() {
    constexpr std::int64_t most_at_a_time = 4096;
    if (next_ == window_begin_ + std::ssize(window_)) {
        auto read = input_.read_strings(variable_, next_, std::min(values_left(), most_at_a_time));
        if (!read.ok()) return read.status();
        window_ = std::move(read).value();
        window_begin_ = next_;
    }
    return std::move(window_[static_cast<std::size_t>(next_++ - window_begin_)]);
}

}  // namespace weft::tools
