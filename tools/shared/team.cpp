// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/team.hpp"

#include <algorithm>
#include <exception>

#include "tools/command.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {

Part part_of(const Team& team, std::int64_t total) {
    const std::int64_t share = total / team.size();
    const std::int64_t rest = total % team.size();
    const auto begin = [&](std::int64_t rank) { return share * rank + std::min(rank, rest); };
    return {.from = begin(team.rank()), .to = begin(team.rank() + 1)};
}

int run_as_team(Output& out, const std::function<int(const Team&)>& command) {
    Team team = Team::join();
    if (!team.trouble().empty()) {
        complain("", team.trouble());
        team.leave();
        return exit_usage;
    }
    try {
        const int exit_code = command(team);
        // mpiexec ends all processes as soon as one of them has failed. A failure to write is kept.
        (void)out.flush();
        team.leave();
        return exit_code;
    } catch (const std::exception& error) {
        // The others may be waiting for this rank.
        if (team.size() > 1) {
            complain("", error.what());
            Team::abandon(exit_usage);
        }
        throw;
    }
}

}  // namespace weft::tools
