// SPDX-License-Identifier: BSD-3-Clause
// The order of collective puts to a file that is staged on several nodes (stage/put_ranges.hpp),
// and to the chunks of a variable in it.
#pragma once

#include <cstdint>

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

/// Whether logs may have chunks. The same on all ranks.
struct StagedChunks {
    bool may_be = false;
};

/// Of the space of a variable whose chunks are in the file. A chunk that a put has changed may stay
/// open, and get into a log during a later put to any other, so the ranges of all puts are kept.
class ChunkOrder final : public engine::PutOrder {
public:
    /// `file`: this rank's; both references outlive the order. `unit`: the bytes of a chunk.
    ChunkOrder(stage::StagedFile& file, StagedChunks& chunks, std::int64_t unit)
        : file_(file), chunks_(chunks), unit_(unit) {}

    [[nodiscard]] bool must_settle(const region::Interval& range) const override {
        return chunks_.may_be && ranges_.touches(whole(range));
    }
    Status settle() override { return file_.drain(); }
    void note_settled() override { chunks_.may_be = false; }
    void note_put(const region::Interval& range) override {
        ranges_.add(whole(range));
        chunks_.may_be = true;
    }

private:
    [[nodiscard]] region::Interval whole(const region::Interval& range) const {
        return {range.begin / unit_ * unit_, (range.end + unit_ - 1) / unit_ * unit_};
    }

    stage::StagedFile& file_;
    StagedChunks& chunks_;
    const std::int64_t unit_;
    stage::PutRanges ranges_;
};

}  // namespace weft::files
