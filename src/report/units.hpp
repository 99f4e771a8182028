// SPDX-License-Identifier: BSD-3-Clause
// Numbers in the form that people read.
#pragma once

#include <cstdint>
#include <string>

namespace weft::report {

inline double as_double(std::int64_t number) {
    return static_cast<double>(number);
}

/// "4 KiB", "1.5 MiB", "17 bytes".
std::string bytes_words(double bytes);
inline std::string bytes_words(std::int64_t bytes) {
    return bytes_words(as_double(bytes));
}

/// "12 us", "40 ms", "1.25 s".
std::string seconds_words(double seconds);

/// "98 %"; a share above 0 is at least "1 %", and one below 1 at most "99 %".
std::string percent_words(double part, double whole);
inline std::string percent_words(std::int64_t part, std::int64_t whole) {
    return percent_words(as_double(part), as_double(whole));
}

/// "2.5 to 1".
std::string compression_words(double part, double whole);

/// "1 rank", "3 ranks".
std::string count_words(std::int64_t count, const char* noun);

}  // namespace weft::report
