// SPDX-License-Identifier: BSD-3-Clause
#include "cases.hpp"

#include <cstdio>
#include <fstream>
#include <map>

namespace cases {
namespace {

int failures = 0;
int claims = 0;
bool skipped = false;
const char* running = "";

/// The same on all ranks.
bool run_case(const Case& test, const Around& around) {
    const int before = failures;
    running = test.name;
    skipped = false;
    around.before();
    test.run();
    around.after();
    int failed = failures - before;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank() == 0 && failed > 0) std::printf("FAILED: %s (%d)\n", test.name, failed);
    return failed == 0;
}

/// The cases that the command line selects, and those that it excludes, with the reason.
struct Choice {
    std::vector<std::string> names;  // empty: all
    std::map<std::string, std::string> exceptions;

    Choice(int argc, char** argv) {
        for (int i = 1; i < argc; ++i) {
            if (std::string_view(argv[i]) == "--except" && i + 1 < argc) {
                read_exceptions(argv[++i]);
            } else {
                names.emplace_back(argv[i]);
            }
        }
    }

    [[nodiscard]] bool has(const Case& test) const {
        return names.empty() || std::ranges::find(names, test.name) != names.end();
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

int run_cases(int argc, char** argv, const std::vector<Case>& cases, const Around& around) {
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
            running = test.name;
            skip(exception->second);
            ++skips;
            continue;
        }
        failed += run_case(test, around) ? 0 : 1;
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

const char* case_name() {
    return running;
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

void skip(std::string_view reason) {
    skipped = true;
    if (rank() == 0) {
        std::printf("skipped: %s: %.*s\n", running, static_cast<int>(reason.size()), reason.data());
    }
}

void fail(const std::string& what, Place place) {
    ++failures;
    const std::string_view file = place.file;
    const std::size_t slash = file.rfind('/');
    std::printf("%s:%d: %s on rank %d: %s\n",
                place.file + (slash == std::string_view::npos ? 0 : slash + 1), place.line, running,
                rank(), what.c_str());
    std::fflush(stdout);
}

void claim(bool holds, const std::string& otherwise, Place place) {
    ++claims;
    if (!holds) fail(otherwise, place);
}

std::string subject(std::string_view what) {
    return what.empty() ? "" : std::string(what) + ": ";
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

}  // namespace cases
