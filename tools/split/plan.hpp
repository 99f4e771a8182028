// SPDX-License-Identifier: BSD-3-Clause
// What `weft split` writes: the part table of the new set, and for each of its files the header and
// the bytes of the source that go there. A plan is a pure function of the source's header and the
// wishes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "parts/aggregation.hpp"
#include "parts/table.hpp"
#include "tools/copy/plan.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

struct SplitWishes {
    int parts = 0;
    std::vector<std::string> folders;   // of the parts, in turn; empty: the master's folder
    std::vector<std::int64_t> weights;  // of the parts; empty: equal
    parts::Rules rules;
};

struct SplitPlan {
    parts::Table table;
    std::vector<CopyPlan> parts;
    CopyPlan master;
    std::vector<parts::HelperValues> helpers;  // in the master, for software that knows CF
    std::vector<std::int64_t> helper_begins;   // their offsets in the master

    [[nodiscard]] std::int64_t file_bytes() const;  // of all files together
};

/// For a set `id` whose master will be at `master`. Code::einval if the wishes fit nothing in the
/// source; the codes of layouts that the format cannot hold.
Result<SplitPlan> plan_split(const OpenedFile& source, const std::string& master,
                             const parts::SetId& id, const SplitWishes& wishes);

}  // namespace weft::tools
