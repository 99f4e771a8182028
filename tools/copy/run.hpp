// SPDX-License-Identifier: BSD-3-Clause
// Carries out a plan: every rank copies its part; a single rank uses a thread for each core.
#pragma once

#include <string>

#include "base/result.hpp"
#include "tools/copy/plan.hpp"
#include "tools/copy/target.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// This rank's part of the bytes of the file at `path`; rank 0 also writes the target's header and
/// sets its size. Does not communicate. `done_bytes`: for a copy without changes by one rank, the
/// bytes that the target already has (resume.hpp).
Status run_copy(const Team& team, const CopyPlan& plan, const OpenedFile& source,
                const std::string& path, CopyTarget& target, ProgressMode progress_mode,
                std::int64_t done_bytes = 0);

}  // namespace weft::tools
