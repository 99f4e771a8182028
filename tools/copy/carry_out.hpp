// SPDX-License-Identifier: BSD-3-Clause
// The common part of commands that write files by a plan: reports what failed and where, or on
// request what was done and how long it took.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/command.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {

/// Collective. `work(about)` returns a Result with the plan that was carried out, and sets `about`
/// to its current file; `report(plan)` is the output of rank 0 for --json, without the seconds.
/// Returns the exit code.
template <class Work, class Report>
int carry_out(const Team& team, bool json, Output& out, Work&& work, Report&& report) {
    const auto begun = std::chrono::steady_clock::now();
    std::string about;
    const auto plan = work(about);
    if (!plan.ok()) {
        if (team.is_first()) complain(about, plan.status());
        return exit_failed;
    }
    if (json && team.is_first()) {
        nlohmann::ordered_json done = report(plan.value());
        done["seconds"] =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        out.print("{}\n", done.dump(2));
    }
    return exit_fine;
}

}  // namespace weft::tools
