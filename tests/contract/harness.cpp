// SPDX-License-Identifier: BSD-3-Clause
#include "harness.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace contract {
namespace {

constexpr const char* host_variable = "CONTRACT_HOST";

int failures = 0;
int claims = 0;
bool skipped = false;
const char* case_name = "";

void claim(bool holds, const std::string& otherwise, Place place) {
    ++claims;
    if (!holds) fail(otherwise, place);
}

std::string subject(std::string_view what) {
    return what.empty() ? "" : std::string(what) + ": ";
}

/// The same on all ranks.
bool run_case(const Case& test) {
    const int before = failures;
    case_name = test.name;
    skipped = false;
    test.run();
    int open = 0;
    ok(ncmpi_inq_files_opened(&open, nullptr), "inq_files_opened");
    expect_equal(open, 0, "files left open by the case");
    int failed = failures - before;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank() == 0 && failed > 0) std::printf("FAILED: %s (%d)\n", test.name, failed);
    return failed == 0;
}

/// The command line: which cases are run, and which are skipped, with the reason.
struct Choice {
    std::vector<std::string> cases;  // empty: all
    std::map<std::string, std::string> exceptions;

    Choice(int argc, char** argv) {
        for (int i = 1; i < argc; ++i) {
            if (std::string_view(argv[i]) == "--except" && i + 1 < argc) {
                read_exceptions(argv[++i]);
            } else {
                cases.emplace_back(argv[i]);
            }
        }
    }

    [[nodiscard]] bool has(const Case& test) const {
        return cases.empty() || std::ranges::find(cases, test.name) != cases.end();
    }

private:
    /// Lines of a case and the reason, with a colon between; others are comments.
    void read_exceptions(const char* path) {
        std::ifstream file(path);
        if (!file) fail("cannot read " + std::string(path), here());
        for (std::string line; std::getline(file, line);) {
            const std::size_t colon = line.find(": ");
            if (line[0] != '#' && colon != std::string::npos)
                exceptions.emplace(line.substr(0, colon), line.substr(colon + 2));
        }
    }
};

}  // namespace

int run(int argc, char** argv, const std::vector<Case>& cases) {
    int is_started = 0;
    MPI_Initialized(&is_started);
    if (is_started == 0) MPI_Init(&argc, &argv);
    int chosen = 0;
    int failed = 0;
    int skips = 0;
    const Choice choice(argc, argv);
    failed += failures;
    for (const Case& test : cases) {
        if (!choice.has(test)) continue;
        ++chosen;
        const auto exception = choice.exceptions.find(test.name);
        if (exception != choice.exceptions.end()) {
            case_name = test.name;
            skip(exception->second);
            ++skips;
            continue;
        }
        failed += run_case(test) ? 0 : 1;
        skips += skipped ? 1 : 0;
    }
    if (rank() == 0) {
        std::printf("%d cases, %d failed, %d skipped, %d claims on rank 0\n", chosen, failed, skips,
                    claims);
    }
    MPI_Finalize();
    if (failed > 0 || chosen == 0) return 1;
    return skips == chosen ? 77 : 0;
}

int rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int ranks() {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

bool is_far() {
    return std::getenv(host_variable) != nullptr;
}

std::string path(std::string_view suffix) {
    const std::string name = std::string(case_name) + std::string(suffix);
    const char* const host = std::getenv(host_variable);
    return host == nullptr ? name : host + std::filesystem::current_path().string() + '/' + name;
}

void skip(std::string_view reason) {
    skipped = true;
    if (rank() == 0) {
        std::printf("skipped: %s: %.*s\n", case_name, static_cast<int>(reason.size()),
                    reason.data());
    }
}

void fail(const std::string& what, Place place) {
    ++failures;
    const std::string_view file = place.file;
    const std::size_t slash = file.rfind('/');
    std::printf("%s:%d: %s on rank %d: %s\n",
                place.file + (slash == std::string_view::npos ? 0 : slash + 1), place.line,
                case_name, rank(), what.c_str());
    std::fflush(stdout);
}

void expect(int code, int wanted, std::string_view what, Place place) {
    if (code == wanted) {
        ++claims;
        return;
    }
    // strerrno may use the same buffer for both.
    const std::string got = ncmpi_strerrno(code);
    claim(false, subject(what) + "got " + got + ", wanted " + ncmpi_strerrno(wanted), place);
}

void ok(int code, std::string_view what, Place place) {
    expect(code, NC_NOERR, what, place);
}

void expect_true(bool holds, std::string_view what, Place place) {
    claim(holds, "not so: " + std::string(what), place);
}

void expect_equal(long long value, long long wanted, std::string_view what, Place place) {
    claim(value == wanted,
          subject(what) + "got " + std::to_string(value) + ", wanted " + std::to_string(wanted),
          place);
}

void expect_text(std::string_view value, std::string_view wanted, std::string_view what,
                 Place place) {
    claim(value == wanted,
          subject(what) + "got \"" + std::string(value) + "\", wanted \"" + std::string(wanted) +
              "\"",
          place);
}

}  // namespace contract
