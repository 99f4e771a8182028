// SPDX-License-Identifier: BSD-3-Clause
// Standard output as the target of a copy: the copy is made in a temporary folder, and written to
// standard output when it is complete.
#pragma once

#include <string>

#include "base/result.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

class StandardOutput {
public:
    /// Has no effect if `target` is a file instead of standard output.
    explicit StandardOutput(std::string target) : target_(std::move(target)) {}
    ~StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    /// Collective. Where to make the file.
    Result<std::string> path(const Team& team);
    /// Called on rank 0: writes the file to standard output, and removes it.
    Status pass_on();

private:
    [[nodiscard]] bool is_meant() const { return target_ == "-"; }

    std::string target_;
    std::string folder_;  // on rank 0
};

}  // namespace weft::tools
