// SPDX-License-Identifier: BSD-3-Clause
// Standard output as the target of a copy: the file is made beside others that come and go, and
// passed on when it is complete.
#pragma once

#include <string>

#include "base/result.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

class StandardOutput {
public:
    /// Of a target that has another name, nothing is done.
    explicit StandardOutput(std::string target) : target_(std::move(target)) {}
    ~StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    /// Collective. Where to make the file.
    Result<std::string> path(const Team& team);
    /// Rank 0 passes the file on, and nothing is left of it.
    Status pass_on();

private:
    [[nodiscard]] bool is_meant() const { return target_ == "-"; }

    std::string target_;
    std::string folder_;  // of rank 0
};

}  // namespace weft::tools
