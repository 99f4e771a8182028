// SPDX-License-Identifier: BSD-3-Clause
// The order of collective puts to a file that is staged on several nodes (stage/put_ranges.hpp),
// and to the chunks of a variable in it.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

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

/// Where chunks may be on their way. The same on all ranks.
struct StagedChunks {
    bool in_memory = false;  // of a rank, which compresses them
    bool in_logs = false;    // of several nodes
};

/// Of the space of a variable whose chunks are in the file. A chunk that a put has changed may stay
/// open, and get into a log during a later put to any other, so the ranges of all puts are kept.
class ChunkOrder final : public engine::PutOrder {
public:
    /// Collective: stores the chunks that ranks have in memory; null: they have none.
    using StoreAll = std::function<Status()>;
    /// `file`: this rank's, if there are several nodes. It and the other references outlive the
    /// order. `unit`: the bytes of a chunk.
    ChunkOrder(stage::StagedFile* file, StagedChunks& chunks, std::int64_t unit, StoreAll store_all)
        : file_(file), chunks_(chunks), unit_(unit), store_all_(std::move(store_all)) {}

    [[nodiscard]] bool must_settle(const region::Interval& range) const override {
        return (chunks_.in_memory || chunks_.in_logs) && ranges_.touches(whole(range));
    }
    Status settle() override {
        Status settled = store_all_ ? store_all_() : Status();
        if (file_ != nullptr) settled.keep_first(file_->drain());
        return settled;
    }
    void note_settled() override { chunks_ = {}; }
    void note_put(const region::Interval& range) override {
        ranges_.add(whole(range));
        chunks_ = {.in_memory = store_all_ != nullptr, .in_logs = file_ != nullptr};
    }

private:
    [[nodiscard]] region::Interval whole(const region::Interval& range) const {
        return {range.begin / unit_ * unit_, (range.end + unit_ - 1) / unit_ * unit_};
    }

    stage::StagedFile* file_;
    StagedChunks& chunks_;
    const std::int64_t unit_;
    const StoreAll store_all_;
    stage::PutRanges ranges_;
};

}  // namespace weft::files
