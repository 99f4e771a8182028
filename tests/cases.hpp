// SPDX-License-Identifier: BSD-3-Clause
// Cases that all ranks of a program run together. An expectation that is not met is printed with
// its place and the case goes on; at the end all ranks return the same result.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace cases {

struct Case {
    const char* name;
    void (*run)();
};

/// What all ranks of a program do before and after each case.
struct Around {
    void (*before)() = [] {};
    void (*after)() = [] {};  // what it finds wrong is the case's failure
};

/// Starts MPI, runs the cases, or those of them that are named as arguments, and ends it. The
/// result is main()'s: 0, 1 after a failure, 77 when all were skipped.
int run_cases(int argc, char** argv, const std::vector<Case>& cases, const Around& around = {});

/// The name of the running case.
const char* case_name();

int rank();
int ranks();

/// The case does not apply here. Called by all ranks, which then return from it.
void skip(std::string_view reason);

/// The place of a claim: the defaults name the caller.
struct Place {
    const char* file;
    int line;
};
[[nodiscard]] constexpr Place here(const char* file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
    return {file, line};
}

void fail(const std::string& what, Place place);
/// Counts a claim.
void claim(bool holds, const std::string& otherwise, Place place);

void expect_true(bool claim, std::string_view what, Place place = here());
void expect_equal(long long value, long long wanted, std::string_view what, Place place = here());
void expect_text(std::string_view value, std::string_view wanted, std::string_view what,
                 Place place = here());

/// The beginning of a message about it.
std::string subject(std::string_view what);

template <class T>
std::string listed(const std::vector<T>& values) {
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 24); ++i) {
        if (i > 0) text += ' ';
        text += std::to_string(values[i]);
    }
    return text + (values.size() > 24 ? " ..." : "");
}

template <class T>
void expect_values(const std::vector<T>& values, const std::vector<T>& wanted,
                   std::string_view what, Place place = here()) {
    if (values == wanted) return;
    fail(std::string(what) + ": got {" + listed(values) + "}, wanted {" + listed(wanted) + "}",
         place);
}

}  // namespace cases
