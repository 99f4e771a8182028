// SPDX-License-Identifier: BSD-3-Clause
// What starts the processes of an MPI program, and how it is told what they have in their
// environment: its own is not always theirs, and what is preloaded is not meant for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

enum class Launcher { openmpi, hydra, srun, none };

/// Of a command, its words.
using Line = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;

/// What a message calls it.
const char* name_of(Launcher launcher);

/// Of a command line's first word. A program that is named like a launcher is asked who it is.
Result<Launcher> launcher_of(const std::string& program);

/// A command line that starts processes with the same variables.
struct Start {
    Line line;
    Variables environment;  // set for the command itself
    Line added;             // to the line
};

/// `preload`: LD_PRELOAD of the processes; `others` may be set for the launcher, too. Errors: a
/// value that the launcher cannot be told, or a line that tells it already.
Result<Start> start_of(Launcher launcher, const Line& line, const std::string& preload,
                       const Variables& others);

}  // namespace weft::tools
