// SPDX-License-Identifier: BSD-3-Clause
// The launcher of an MPI program, and how it sets the environment of the processes: its own
// environment is not always theirs, and preloaded libraries are not meant for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

enum class Launcher { openmpi, hydra, srun, none };

/// The words of a command.
using Line = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;

/// The name of the launcher in messages.
const char* name_of(Launcher launcher);

/// The launcher, from the first word of a command line. A program that is named like a launcher is
/// run with --version.
Result<Launcher> launcher_of(const std::string& program);

/// A command line that starts processes with the same variables.
struct Start {
    Line line;
    Variables environment;  // set for the command itself
    Line added;             // to the line
};

/// `preload`: LD_PRELOAD of the processes; `others` may be set for the launcher, too. Errors: a
/// value that the launcher cannot pass, or a line that already sets it.
Result<Start> start_of(Launcher launcher, const Line& line, const std::string& preload,
                       const Variables& others);

}  // namespace weft::tools
