// SPDX-License-Identifier: BSD-3-Clause
// Whether the times of files that are joined follow one another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// Of one file's record coordinate: moments, as TimeUnits::moment_of counts them, and as text.
struct TimeSpan {
    struct Moment {
        long double at = 0;
        std::string text;
    };
    Moment first;
    Moment last;
    bool rises = true;
    bool falls = true;
    std::int64_t turning = -1;  // the first index that neither rises nor falls as those before
};

/// Nothing where the file has no records, or no coordinate whose units say "since", or it cannot be
/// read, which others find out.
std::optional<TimeSpan> time_span_of(const OpenedFile& file);

/// Sentences about file `i`, whose times are to follow those of the files before it.
std::vector<std::string> complaints_about(const std::vector<std::optional<TimeSpan>>& spans,
                                          const std::vector<std::string>& paths, std::size_t i);

}  // namespace weft::tools
