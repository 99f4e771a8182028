// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/pages_written.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

double pages_in(std::int64_t bytes) {
    return static_cast<double>(bytes) / page_bytes;
}

double touched_by(const CallTotals& put) {
    const Stretch all = put.stretch();
    if (!all.is_scattered()) return pages_in(all.access_range);
    return std::min(pages_in(all.access_range),
                    static_cast<double>(all.runs) + pages_in(all.bytes));
}

}  // namespace

double PagesWritten::new_share(const CallTotals& put) const {
    const std::int64_t common = std::min(put.end, end_) - std::max(put.begin, begin_);
    if (common <= 0) return 1;
    const double there = pages_ / pages_in(end_ - begin_);
    return 1 - there * static_cast<double>(common) / static_cast<double>(put.end - put.begin);
}

void PagesWritten::add(const CallTotals& put) {
    if (put.bytes == 0) return;
    const bool meet = put.begin <= end_ && begin_ <= put.end;
    begin_ = meet ? std::min(begin_, put.begin) : put.begin;
    end_ = meet ? std::max(end_, put.end) : put.end;
    pages_ = std::min(pages_in(end_ - begin_), touched_by(put) + (meet ? pages_ : 0));
}

}  // namespace weft::engine
