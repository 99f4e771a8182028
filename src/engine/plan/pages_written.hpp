// SPDX-License-Identifier: BSD-3-Clause
// How many pages of a file its collective puts have made, as far as can be told from what all ranks
// know: an estimate for the cost model. Variables whose records take turns are the case that
// matters: the first one's puts make the pages that the others' only fill. Not known are the pages
// of a file that was there before, of independent puts and of fill values. Too many are counted
// where ranks share the rows of records that are far apart, as if rows were spread evenly.
#pragma once

#include <cstdint>

#include "engine/plan/call_totals.hpp"

namespace weft::engine {

class PagesWritten {
public:
    /// Of the pages between the first and the last byte of `put`, the share that is new.
    [[nodiscard]] double new_share(const CallTotals& put) const;

    void add(const CallTotals& put);

private:
    // Of the puts before, those whose access ranges meet the last one's.
    std::int64_t begin_ = 0;
    std::int64_t end_ = 0;
    double pages_ = 0;
};

}  // namespace weft::engine
