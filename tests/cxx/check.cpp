// SPDX-License-Identifier: BSD-3-Clause
#include "check.hpp"

#include <cstdlib>

namespace cxx_test {

int failures = 0;

void report(const std::string& what) {
    ++failures;
    std::cout << what << std::endl;
}

void expect(bool truth, const char* what) {
    if (!truth) report(std::string("not true: ") + what);
}

bool makes_netcdf4() {
    const char* const hints = std::getenv("PNETCDF_HINTS");
    return hints != nullptr && std::string(hints).find("weft_format=netcdf4") != std::string::npos;
}

}  // namespace cxx_test
