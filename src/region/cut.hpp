// SPDX-License-Identifier: BSD-3-Clause
// A part of another shape's stream.
#pragma once

#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::region {

class Cut final : public Shape {
public:
    /// The bytes `part` of the stream of `whole`, as the simplest shape that they are. In the
    /// buffer's stream they lie where those of `whole` do, `memory_shift` bytes further on: with 0,
    /// what stands for a part of a piece shares the piece's memory; with -part.begin, bytes that
    /// followed each other there begin at 0.
    static FileShape of(const FileShape& whole, Interval part, std::int64_t memory_shift = 0);

    Cut(FileShape whole, Interval part, std::int64_t memory_shift);  // as of(), but always a Cut

    [[nodiscard]] const FileShape& whole() const { return whole_; }
    [[nodiscard]] Interval part() const { return part_; }

    [[nodiscard]] std::int64_t base() const override { return base_; }
    [[nodiscard]] std::int64_t end() const override { return end_; }
    [[nodiscard]] std::int64_t bytes() const override { return part_.length(); }
    [[nodiscard]] std::int64_t runs() const override { return runs_; }
    /// The whole's: what is cut out may have shorter ones only.
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
    // Kept, as asking the whole for them more than once at each level would take a time that is
    // exponential in the levels.
    std::int64_t base_;
    std::int64_t end_;
    std::int64_t first_run_;  // of the whole's
    std::int64_t runs_;
};

}  // namespace weft::region
