// SPDX-License-Identifier: BSD-3-Clause
// The order of collective puts to a file that is staged on several nodes (stage/put_ranges.hpp).
#pragma once

#include "engine/window/put_order.hpp"
#include "stage/put_ranges.hpp"
#include "stage/staged_file.hpp"

namespace weft::files {

class StageOrder final : public engine::PutOrder {
public:
    /// `file`: this rank's; outlives it.
    explicit StageOrder(stage::StagedFile& file) : file_(file) {}

    [[nodiscard]] bool must_settle(const region::Interval& range) const override {
        return ranges_.touches(range);
    }
    Status settle() override { return file_.drain(); }
    void note_settled() override { ranges_.forget(); }
    void note_put(const region::Interval& range) override { ranges_.add(range); }

private:
    stage::StagedFile& file_;
    stage::PutRanges ranges_;
};

}  // namespace weft::files
