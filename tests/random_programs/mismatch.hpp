// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace random_programs {

// The library and the model differ. The text has the expected and the actual result.
class Mismatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Throws unless the call returned the expected code.
void expect_code(const std::string& call, int expected, int returned);

// Throws unless both are equal. The values need operator== and std::to_string or are strings.
inline std::string shown(const std::string& value) {
    return '"' + value + '"';
}
template <typename T>
std::string shown(const T& value) {
    return std::to_string(value);
}

template <typename T>
void expect_equal(const std::string& what, const T& expected, const T& found) {
    if (expected == found) return;
    throw Mismatch(what + ": expected " + shown(expected) + ", got " + shown(found));
}

}  // namespace random_programs
