// SPDX-License-Identifier: BSD-3-Clause
// A dataset whose values the ranks of a team put together, in calls of all of them. The command has
// the serial form of the library, in which ranks do not know each other; so this is done by the
// shared library, which is loaded when a team of several first needs it.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"
#include "tools/shared/boxes.hpp"

namespace weft::tools {

struct RenamedAttribute {
    int variable = 0;
    std::string from;
    std::string to;
};

class JointDataset {
public:
    JointDataset() = default;
    JointDataset(const JointDataset&) = delete;
    JointDataset& operator=(const JointDataset&) = delete;
    ~JointDataset() = default;  // never communicates; close() does

    /// Collective over the team. Uniform: path, of a dataset that exists. Code::enotbuilt if the
    /// library cannot be had.
    Status open(const std::string& path);
    [[nodiscard]] bool is_open() const { return id_ >= 0; }
    /// Collective. Native values; a rank may have none.
    Status put(std::span<const BoxValues> boxes);
    /// Collective. Uniform: the names.
    Status rename(std::span<const RenamedAttribute> attributes);
    /// Collective.
    Status close();

private:
    [[nodiscard]] Status failure(int code) const;

    int id_ = -1;
};

}  // namespace weft::tools
