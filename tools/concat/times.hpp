// SPDX-License-Identifier: BSD-3-Clause
// Checks whether the times of joined files follow one another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/shared/input.hpp"

namespace weft::tools {

/// The record coordinate of one file: moments, as TimeUnits::moment_of counts them, and as text.
struct TimeSpan {
    struct Moment {
        long double at = 0;
        std::string text;
    };
    Moment first;
    Moment last;
    bool rises = true;
    bool falls = true;
    std::int64_t turning = -1;  // the first index with another direction
};

/// The span of the file's times; empty if the file has no records, or no coordinate whose units
/// contain "since", or if it cannot be read, which is reported elsewhere.
std::optional<TimeSpan> time_span_of(const Input& file);

/// Returns warnings about file `i`, whose times should follow those of the files before it.
std::vector<std::string> complaints_about(const std::vector<std::optional<TimeSpan>>& spans,
                                          const std::vector<std::string>& paths, std::size_t i);

}  // namespace weft::tools
