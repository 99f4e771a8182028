// SPDX-License-Identifier: BSD-3-Clause
// ncmpi_strerror: the text of an unknown code begins with "Unknown Error", whose 13 characters
// netCDF-C compares; a positive code has the system's text. ncmpi_strerrno returns names.
#include <cerrno>
#include <climits>
#include <cstring>
#include <set>
#include <string>
#include <thread>

#include "harness.hpp"

using namespace contract;

namespace {

bool is_unknown(int code) {
    return std::string(ncmpi_strerror(code)).starts_with("Unknown Error");
}

void unknown_codes() {
    for (const int code : {-1, -2, -32, -79, -143, -200, -244, -275, -9999, INT_MIN})
        expect_true(is_unknown(code), std::to_string(code) + ": " + ncmpi_strerror(code));
    for (const int code : {NC_NOERR, NC_EBADID, NC_ERANGE, NC_EMPI, NC_ESMALL, NC_EMULTIDEFINE})
        expect_true(!is_unknown(code), ncmpi_strerror(code));
    expect_text(ncmpi_strerror(-9999), "Unknown Error -9999", "tells which");
}

void codes_of_the_system() {
    for (const int code : {ENOENT, EACCES, ENOSPC, EIO, 12345})
        expect_text(ncmpi_strerror(code), std::strerror(code), std::to_string(code));
}

/// The test suites of ParallelIO and scorpio compare two of them.
void what_ranks_differ_in() {
    expect_true(
        std::string(ncmpi_strerror(NC_EMULTIDEFINE_VAR_NUM)).starts_with("Number of variables is"),
        ncmpi_strerror(NC_EMULTIDEFINE_VAR_NUM));
    expect_text(ncmpi_strerror(NC_EMULTIDEFINE_ATTR_VAL),
                "Attribute value is inconsistent among processes.", "an attribute's value");
    std::set<std::string> texts;
    for (int code = NC_EMULTIDEFINE_LAST; code <= NC_EMULTIDEFINE_FIRST; ++code) {
        const std::string text = ncmpi_strerror(code);
        expect_true(text.ends_with(" is inconsistent among processes."), text);
        expect_true(texts.insert(text).second, "it is said of one code only: " + text);
    }
}

void symbols() {
    expect_text(ncmpi_strerrno(NC_EBADID), "NC_EBADID", "known");
    expect_text(ncmpi_strerrno(-9999), "Unknown code -9999", "unknown");
    expect_text(ncmpi_strerrno(ENOENT),
                "System error code 2 (" + std::string(std::strerror(ENOENT)) + ")", "errno");
}

/// A program prints both in one line.
void both_at_once() {
    const char* const sentence = ncmpi_strerror(-9999);
    const char* const symbol = ncmpi_strerrno(-9998);
    expect_text(sentence, "Unknown Error -9999", "sentence");
    expect_text(symbol, "Unknown code -9998", "symbol");
    const char* const system = ncmpi_strerror(12345);
    const std::string before = system;
    (void)ncmpi_strerrno(12346);
    expect_text(system, before, "of the system");
}

void threads() {
    const char* const mine = ncmpi_strerror(-9999);
    std::thread([] { (void)ncmpi_strerror(-8888); }).join();
    expect_text(mine, "Unknown Error -9999", "untouched by another thread");
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"unknown_codes", unknown_codes},
                {"codes_of_the_system", codes_of_the_system},
                {"what_ranks_differ_in", what_ranks_differ_in},
                {"symbols", symbols},
                {"both_at_once", both_at_once},
                {"threads", threads}});
}
