// SPDX-License-Identifier: BSD-3-Clause
// The command line of random_views.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpiio {

/// The features that --without leaves out, because an MPI library lacks them.
struct Features {
    bool far = true;       // positions beyond 32 bits
    bool reaching = true;  // tiles that reach into the next ones
    bool ends = true;      // reads that reach over the end of the file
    bool memory = true;    // memory in other shapes than etypes in a row
    bool seeks = true;     // other ways than MPI_SEEK_SET
    bool external = true;  // external32
    bool holes = true;     // that bytes which nothing has written are 0
};

struct Options {
    std::uint64_t seed = 1;
    std::int64_t cases = 200;
    std::int64_t only = -1;
    std::string directory = ".";
    bool traces = false;
    bool keeps_going = false;
    std::vector<std::string> calls;  // all if empty
    Features features;
};

/// Throws std::invalid_argument, which says what is wrong.
Options parse(int argc, char** argv);

}  // namespace mpiio
