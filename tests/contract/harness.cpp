// SPDX-License-Identifier: BSD-3-Clause
#include "harness.hpp"

#include <weft.h>

#include <cstdlib>
#include <filesystem>

namespace contract {
namespace {

constexpr const char* host_variable = "CONTRACT_HOST";

void expect_no_open_files() {
    int open = 0;
    ok(ncmpi_inq_files_opened(&open, nullptr), "inq_files_opened");
    expect_equal(open, 0, "files left open by the case");
}

/// Why a file was not opened or created, if one was not: failures of later calls follow from it.
std::string of_the_last_open() {
    const std::string sentence = weft_last_error(-1);
    return sentence.empty() ? "" : " (the last failure to open: " + sentence + ")";
}

}  // namespace

int run(int argc, char** argv, const std::vector<Case>& cases) {
    return cases::run_cases(argc, argv, cases, {.after = expect_no_open_files});
}

bool is_far() {
    return std::getenv(host_variable) != nullptr;
}

bool is_staged() {
    const char* const hints = std::getenv("PNETCDF_HINTS");
    return hints != nullptr && std::string_view(hints).find("weft_stage") != std::string_view::npos;
}

std::string path(std::string_view suffix) {
    const std::string name = cases::case_name() + std::string(suffix);
    const char* const host = std::getenv(host_variable);
    return host == nullptr ? name : host + std::filesystem::current_path().string() + '/' + name;
}

void expect(int code, int wanted, std::string_view what, Place place) {
    if (code == wanted) return cases::claim(true, {}, place);
    // strerrno may answer both from one buffer.
    const std::string got = ncmpi_strerrno(code);
    cases::claim(false,
                 cases::subject(what) + "got " + got + ", wanted " + ncmpi_strerrno(wanted) +
                     of_the_last_open(),
                 place);
}

void ok(int code, std::string_view what, Place place) {
    expect(code, NC_NOERR, what, place);
}

}  // namespace contract
