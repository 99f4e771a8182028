// SPDX-License-Identifier: BSD-3-Clause
// What is wrong is printed and counted, and the test goes on.
#pragma once

#include <pnetcdf.h>

#include <cstdio>
#include <string>

namespace netcdf4 {

inline int failures = 0;

inline void fail(const std::string& what) {
    ++failures;
    std::printf("%s\n", what.c_str());
}

inline bool expect(bool good, const std::string& what) {
    if (!good) fail(what);
    return good;
}

inline bool ok(int code, const std::string& what) {
    if (code != NC_NOERR) fail(what + ": " + ncmpi_strerrno(code));
    return code == NC_NOERR;
}

template <class Value>
bool equal(const Value& found, const Value& wanted, const std::string& what) {
    if (found == wanted) return true;
    if constexpr (std::is_arithmetic_v<Value>)
        fail(what + ": " + std::to_string(found) + ", not " + std::to_string(wanted));
    else
        fail(what + ": '" + found + "', not '" + wanted + "'");
    return false;
}

}  // namespace netcdf4
