// SPDX-License-Identifier: BSD-3-Clause
// Carries out a plan: every rank copies its part; one that is alone, with a thread for each core.
#pragma once

#include <string>

#include "base/result.hpp"
#include "tools/copy/plan.hpp"
#include "tools/copy/target.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// This rank's part of the bytes of a file, which lies at `path`; rank 0 also gives the target its
/// header and its size. Does not communicate. `done_bytes`: of a copy without changes by one rank,
/// those that the target holds already (resume.hpp).
Status run_copy(const Team& team, const CopyPlan& plan, const OpenedFile& source,
                const std::string& path, CopyTarget& target, ProgressMode progress_mode,
                std::int64_t done_bytes = 0);

}  // namespace weft::tools
