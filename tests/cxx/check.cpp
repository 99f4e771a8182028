// SPDX-License-Identifier: BSD-3-Clause
#include "check.hpp"

namespace cxx_test {

int failures = 0;

void report(const std::string& what) {
    ++failures;
    std::cout << what << std::endl;
}

void expect(bool truth, const char* what) {
    if (!truth) report(std::string("not true: ") + what);
}

}  // namespace cxx_test
