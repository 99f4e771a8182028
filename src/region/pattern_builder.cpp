// SPDX-License-Identifier: BSD-3-Clause
#include "region/pattern_builder.hpp"

#include <utility>

namespace weft::region {
namespace {

/// The number of rows that take as much memory as a loop.
constexpr std::size_t rows_in_a_loop = 16;

}  // namespace

void PatternBuilder::begin_rows(std::int64_t pitch) {
    close_rows();
    rows_.reserve(std::exchange(expected_, 0) + 1);
    pitch_ = pitch;
}

void PatternBuilder::add(std::int64_t displacement, std::shared_ptr<const Pattern> block) {
    close_rows();
    parts_.push_back({displacement, std::move(block)});
}

Pattern PatternBuilder::finish() {
    close_rows();
    return Pattern::sequence(std::move(parts_));
}

void PatternBuilder::close_rows() {
    if (rows_.empty()) return;
    take_row();
    rows_.push_back({0, elements_});
    if (series_ == 1 || series_ * rows_in_a_loop <= rows_.size()) {
        add_series();
    } else {
        // Copying the rows would take longer than it is worth, so some memory stays unused.
        if (rows_.size() < rows_.capacity() / 2) rows_.shrink_to_fit();
        parts_.push_back({0, std::make_shared<const Pattern>(Pattern::rows(
                                 std::make_shared<const Rows>(std::exchange(rows_, {}), pitch_)))});
    }
    rows_.clear();
    elements_ = end_ = 0;
    last_ = {};
    series_ = 0;
}

void PatternBuilder::add_series() {
    const Rows rows(std::exchange(rows_, {}), pitch_);
    for (std::size_t first = 0; first < rows.size();) {
        const std::int64_t length = rows.length(first);
        std::size_t behind = first + 1;
        const std::int64_t distance =
            behind < rows.size() ? rows.displacement(behind) - rows.displacement(first) : 0;
        while (behind < rows.size() && rows.length(behind) == length &&
               rows.displacement(behind) - rows.displacement(behind - 1) == distance)
            ++behind;
        const auto count = static_cast<std::int64_t>(behind - first);
        parts_.push_back({rows.displacement(first),
                          std::make_shared<const Pattern>(
                              Pattern::elements({{count, distance}, {length, pitch_}}))});
        first = behind;
    }
}

}  // namespace weft::region
