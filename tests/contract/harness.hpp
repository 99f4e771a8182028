// SPDX-License-Identifier: BSD-3-Clause
// Cases that all ranks run together. A failed expectation is printed with its place, and the case
// continues; at the end all ranks return the same result.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace contract {

struct Case {
    const char* name;
    void (*run)();
};

/// Starts MPI and runs all cases, or those named as arguments. No file may be open after a case.
/// The result is main()'s: 0, 1 after a failure, 77 if all were skipped.
int run(int argc, char** argv, const std::vector<Case>& cases);

int rank();
int ranks();

/// In the working directory, named after the running case. With CONTRACT_HOST ("ssh://host") in the
/// environment, as a file of that machine, which is this one.
std::string path(std::string_view suffix = ".nc");
bool is_far();

/// The case does not apply here. Called by all ranks, which then return from it.
void skip(std::string_view reason);

/// The place of an expectation: the defaults are the caller's.
struct Place {
    const char* file;
    int line;
};
[[nodiscard]] constexpr Place here(const char* file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
    return {file, line};
}

void fail(const std::string& what, Place place);

/// `code` is what a function of the interface returned.
void expect(int code, int wanted, std::string_view what = {}, Place place = here());
void ok(int code, std::string_view what = {}, Place place = here());

void expect_true(bool claim, std::string_view what, Place place = here());
void expect_equal(long long value, long long wanted, std::string_view what, Place place = here());
void expect_text(std::string_view value, std::string_view wanted, std::string_view what,
                 Place place = here());

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

}  // namespace contract
