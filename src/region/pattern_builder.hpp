// SPDX-License-Identifier: BSD-3-Clause
// Takes the blocks of a pattern in the order of the stream, and makes the smallest pattern of them:
// loops for regular blocks, else rows, or a sequence of parts.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "region/pattern.hpp"

namespace weft::region {

class PatternBuilder {
public:
    /// `expected`: the number of blocks to come.
    explicit PatternBuilder(std::size_t expected) : expected_(expected) {}

    /// `count` elements, `pitch` bytes apart.
    void add_row(std::int64_t displacement, std::int64_t count, std::int64_t pitch) {
        if (count == 0) return;
        if (rows_.empty() || pitch != pitch_) begin_rows(pitch);
        if (!rows_.empty() && displacement == end_) {
            end_ += count * pitch;
            elements_ += count;
            return;
        }
        take_row();
        rows_.push_back({displacement, elements_});
        end_ = displacement + count * pitch;
        elements_ += count;
    }
    void add(std::int64_t displacement, std::shared_ptr<const Pattern> block);
    Pattern finish();

private:
    /// Rows of one length, equally spaced.
    struct Series {
        std::int64_t length = 0;
        std::int64_t distance = 0;
        std::int64_t rows = 0;
    };

    void begin_rows(std::int64_t pitch);
    /// The last row is complete: counts the series of rows.
    void take_row() {
        const std::size_t count = rows_.size();
        if (count == 0) return;
        const std::int64_t length = elements_ - rows_[count - 1].begin;
        const std::int64_t distance =
            count > 1 ? rows_[count - 1].displacement - rows_[count - 2].displacement : 0;
        if (length == last_.length && (last_.rows == 1 || distance == last_.distance)) {
            last_.distance = distance;
            ++last_.rows;
        } else {
            last_ = {length, 0, 1};
            ++series_;
        }
    }
    void close_rows();
    void add_series();

    std::size_t expected_;
    std::vector<Pattern::Part> parts_;
    // The rows that are not yet in the parts.
    std::vector<Rows::Row> rows_;
    std::int64_t pitch_ = 0;
    std::int64_t elements_ = 0;
    std::int64_t end_ = 0;  // of the last row
    Series last_;
    std::size_t series_ = 0;
};

}  // namespace weft::region
