// SPDX-License-Identifier: BSD-3-Clause
// Carries out a plan: every rank copies its part.
#pragma once

#include "base/result.hpp"
#include "tools/copy/bytes.hpp"
#include "tools/copy/plan.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// This rank's part; rank 0 also gives the target its header and its size. Does not communicate.
Status run_copy(const Team& team, const CopyPlan& plan, std::int64_t source_bytes,
                const CopyEnd& source, const CopyEnd& target, ProgressMode progress_mode);

}  // namespace weft::tools
