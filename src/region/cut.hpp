// SPDX-License-Identifier: BSD-3-Clause
// A part of another shape's stream.
#pragma once

#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::region {

class Cut final : public Shape {
public:
    /// The bytes `part` of the stream of `whole`, as the simplest possible shape. In the buffer's
    /// stream they lie `memory_shift` bytes further on than those of `whole`: with 0 a part of a
    /// piece shares the memory of the piece; with -part.begin the part begins at byte 0 of the
    /// buffer.
    static FileShape of(const FileShape& whole, Interval part, std::int64_t memory_shift = 0);

    Cut(FileShape whole, Interval part, std::int64_t memory_shift);  // as of(), but always a Cut

    [[nodiscard]] const FileShape& whole() const { return whole_; }
    [[nodiscard]] Interval part() const { return part_; }

    [[nodiscard]] std::int64_t base() const override { return base_; }
    [[nodiscard]] std::int64_t end() const override { return end_; }
    [[nodiscard]] std::int64_t bytes() const override { return part_.length(); }
    [[nodiscard]] std::int64_t runs() const override { return runs_; }
    /// That of the whole; the runs of the cut may be shorter.
    [[nodiscard]] std::int64_t longest_run() const override;
    [[nodiscard]] std::int64_t listed_runs() const override { return whole_.listed_runs(); }
    [[nodiscard]] std::int64_t grain() const override;
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const override;
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const override;
    [[nodiscard]] std::int64_t memory_of(std::int64_t position) const override;
    [[nodiscard]] std::int64_t run_of(std::int64_t position) const override;
    [[nodiscard]] FileShape moved(std::int64_t distance) const override;
    void visit_groups(std::int64_t from, std::int64_t to, GroupUse use) const override;

private:
    FileShape whole_;
    Interval part_;
    std::int64_t memory_shift_;
    // Stored, because computing them several times at each level would take a time that is
    // exponential in the number of levels.
    std::int64_t base_;
    std::int64_t end_;
    std::int64_t first_run_;  // in the whole
    std::int64_t runs_;
};

}  // namespace weft::region
