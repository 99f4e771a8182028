// SPDX-License-Identifier: BSD-3-Clause
// The implementation of Pattern::visit. Included by pattern.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "region/pattern.hpp"

namespace weft::region {

template <class Use>
void Pattern::visit_level(std::size_t level, std::int64_t from, std::int64_t to, std::int64_t base,
                          Use& use) const {
    if (level == loops_.size()) {
        visit_body(from, to, base, use);
        return;
    }
    const Loop& loop = loops_[level];
    if (level + 1 == loops_.size() && is_loops_only()) {
        use(base + from * loop.pitch, loop.pitch, to - from);
        return;
    }
    std::int64_t inner = body_elements_;
    for (std::size_t below = level + 1; below < loops_.size(); ++below)
        inner *= loops_[below].count;
    for (std::int64_t index = from / inner; index * inner < to; ++index) {
        const std::int64_t begin = index * inner;
        visit_level(level + 1, std::max(from - begin, std::int64_t{0}), std::min(to - begin, inner),
                    base + index * loop.pitch, use);
    }
}

template <class Use>
void Pattern::visit_body(std::int64_t from, std::int64_t to, std::int64_t base, Use& use) const {
    if (rows_ != nullptr) {
        rows_->visit(from, to, base, use);
        return;
    }
    if (sequence_ == nullptr) {
        use(base, std::int64_t{0}, std::int64_t{1});
        return;
    }
    const std::vector<Part>& parts = sequence_->parts;
    const std::vector<std::int64_t>& begins = sequence_->begins;
    const auto behind = std::upper_bound(begins.begin(), begins.end(), from);
    for (auto part = static_cast<std::size_t>(behind - begins.begin()) - 1;
         part < parts.size() && begins[part] < to; ++part) {
        const Pattern& child = *parts[part].pattern;
        const std::int64_t begin = begins[part];
        child.visit_moved(std::max(from - begin, std::int64_t{0}),
                          std::min(to - begin, child.element_count_),
                          base + parts[part].displacement, use);
    }
}

}  // namespace weft::region
