// SPDX-License-Identifier: BSD-3-Clause
// What the tests of the C++ interface share: the world, and expectations that count failures.
#pragma once

#include <functional>
#include <iostream>
#include <pnetcdf>
#include <sstream>
#include <string>
#include <vector>

namespace cxx_test {

using Offsets = std::vector<MPI_Offset>;

struct World {
    int rank;
    int size;
};

/// Failures of this rank so far.
extern int failures;

void report(const std::string& what);

/// Counts a failure unless the values are equal.
template <class A, class B>
void expect_equal(const A& got, const B& expected, const char* what) {
    if (got == expected) return;
    std::ostringstream text;
    text << what << ": " << got << " instead of " << expected;
    report(text.str());
}

template <class T>
void expect_same(const std::vector<T>& got, const std::vector<T>& expected,
                 const std::string& what) {
    if (got == expected) return;
    std::ostringstream text;
    text << what << ":";
    for (const T& value : got) text << " " << +value;
    text << " instead of";
    for (const T& value : expected) text << " " << +value;
    report(text.str());
}

void expect(bool truth, const char* what);

/// Whether a hint makes all files netCDF-4 files (WEFT_ON_NETCDF4). Then nothing is expected of the
/// places and limits of classic files.
bool makes_netcdf4();

/// Counts a failure unless the call throws an Exception that carries the code.
template <class Exception>
void expect_throw(int code, const char* what, const std::function<void()>& call) {
    try {
        call();
    } catch (const Exception& e) {
        expect_equal(e.errorCode(), code, what);
        expect(std::string(e.what()).size() > 5, "an exception has a text");
        return;
    } catch (const std::exception& e) {
        report(std::string(what) + " threw something else: " + e.what());
        return;
    }
    report(std::string(what) + " did not throw");
}

// The tests. Collective.
void test_definitions(World world);
void test_inquiry(World world);
void test_data(World world);
void test_requests(World world);
void test_errors(World world);
void test_bytes(World world);
void test_storage(World world);

}  // namespace cxx_test
