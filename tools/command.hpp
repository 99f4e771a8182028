// SPDX-License-Identifier: BSD-3-Clause
// The subcommands. Each adds itself to the program and, if it is chosen, sets what to run.
#pragma once

#include <functional>

#include "tools/shared/output.hpp"
#include "tools/shared/team.hpp"

namespace CLI {
class App;
}

namespace weft::tools {

/// Exit codes.
inline constexpr int exit_fine = 0;
inline constexpr int exit_failed = 1;  // the file is not as it should be, or could not be read
inline constexpr int exit_usage =
    2;  // the command line is invalid; for `check` and `diff`, also a file it cannot read

/// Runs the subcommand and returns the exit code. It need not flush the output.
using Run = std::function<int(Output&)>;

void add_dump(CLI::App& program, Run& run);
void add_gen(CLI::App& program, Run& run);
void add_check(CLI::App& program, Run& run);
void add_info(CLI::App& program, Run& run);
void add_refs(CLI::App& program, Run& run);
void add_recover(CLI::App& program, Run& run);
void add_drain(CLI::App& program, Run& run);
void add_explain(CLI::App& program, Run& run);
void add_version(CLI::App& program, Run& run);
void add_complete(CLI::App& program, Run& run);
void add_copy(CLI::App& program, Run& run);
void add_join(CLI::App& program, Run& run);
void add_concat(CLI::App& program, Run& run);
void add_stats(CLI::App& program, Run& run);
void add_plot(CLI::App& program, Run& run);
void add_split(CLI::App& program, Run& run);
void add_diff(CLI::App& program, Run& run);
void add_report(CLI::App& program, Run& run);
void add_run(CLI::App& program, Run& run);
void add_serve(CLI::App& program, Run& run);
void add_relay(CLI::App& program, Run& run);

/// Joins the processes that mpiexec started, runs `command` on all of them, and leaves. Collective
/// over them; the exit code should be the same on all.
int run_as_team(Output& out, const std::function<int(const Team&)>& command);

}  // namespace weft::tools
