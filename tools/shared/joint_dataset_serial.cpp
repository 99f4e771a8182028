// SPDX-License-Identifier: BSD-3-Clause
// For a build without MPI, in which a team has one rank and needs no joint dataset.
#include "tools/shared/joint_dataset.hpp"

namespace weft::tools {

Status JointDataset::failure(int code) const {
    return is_open() ? Status() : Status(static_cast<Code>(code), "there is no MPI");
}

Status JointDataset::open(const std::string& /*path*/) {
    return failure(static_cast<int>(Code::enotbuilt));
}

Status JointDataset::put(std::span<const BoxValues> /*boxes*/) {
    return failure(static_cast<int>(Code::enotbuilt));
}

Status JointDataset::rename(std::span<const RenamedAttribute> /*attributes*/) {
    return failure(static_cast<int>(Code::enotbuilt));
}

Status JointDataset::close() {
    return {};
}

}  // namespace weft::tools
