// SPDX-License-Identifier: BSD-3-Clause
// Copies a file byte for byte: every rank copies its part; a single rank uses a thread for each
// core.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "container/anatomy.hpp"
#include "tools/copy/target.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// This rank's part of the bytes of the dataset at `path`; rank 0 also sets the target's size. Does
/// not communicate. `done_bytes`: for a copy by one rank, the bytes that the target already has
/// (resume.hpp).
Status copy_bytes(const Team& team, const container::OneFile& source, const std::string& path,
                  CopyTarget& target, ProgressMode progress_mode, std::int64_t done_bytes);

}  // namespace weft::tools
