// SPDX-License-Identifier: BSD-3-Clause
// The set that the cases begin with.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "files.hpp"
#include "harness.hpp"
#include "info.hpp"

namespace contract {

/// Dimensions: time (unlimited), z = 6, x = 4. Variables: cube (z, x) and series (time, z, x),
/// which are divided into three parts along z, and line (z), which is not. Their values are their
/// elements' numbers.
struct Cube {
    static constexpr int z = 6;
    static constexpr int x = 4;
    static constexpr int records = 2;
    static constexpr int parts = 3;
};

/// Hints for sets of as many parts as the cube has. `more`: further hints.
Info part_hints(const Pairs& more);

/// 0, 1, 2, ...
std::vector<int> numbers(std::size_t count);

/// All ranks make the set at `path` and close it. `more`: further hints.
void make_cube(const std::string& path, const Pairs& more = {});

/// Called by all ranks: opens the set and compares all values.
void expect_cube(const std::string& path);

/// The result of opening the set and getting `cube` on this rank: the first failure, and the
/// sentence of weft_last_error. Collective.
struct Reading {
    int code = 0;
    std::string sentence;
};
Reading read_cube(const std::string& path);

std::string part_of(const std::string& path, int part);

/// Rank 0 changes files while the others wait.
template <class Work>
void at_first(Work&& work) {
    meet();
    if (rank() == 0) work();
    meet();
}

}  // namespace contract
