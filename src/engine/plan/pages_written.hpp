// SPDX-License-Identifier: BSD-3-Clause
// Estimates for the cost model how many pages of a file its collective puts have made, from what
// all ranks know. It matters where the records of several variables take turns: puts of the first
// variable make pages that puts of the others only fill. The estimate does not know the pages that
// the file had before, nor those of independent puts and of fill values. It counts too many pages
// where ranks share the rows of records that are far apart, because it takes rows for spread
// evenly.
#pragma once

#include <cstdint>

#include "engine/plan/call_totals.hpp"

namespace weft::engine {

class PagesWritten {
public:
    /// Which share of the pages between the first and the last byte of `put` is new to the file.
    [[nodiscard]] double new_share(const CallTotals& put) const;

    void add(const CallTotals& put);

private:
    // Of the puts before, those whose access ranges meet the last one's.
    std::int64_t begin_ = 0;
    std::int64_t end_ = 0;
    double pages_ = 0;
};

}  // namespace weft::engine
