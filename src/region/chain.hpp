// SPDX-License-Identifier: BSD-3-Clause
// Shapes one behind the other in the file, such as a datatype with a few blocks of many runs each.
#pragma once

#include <memory>
#include <vector>

#include "base/result.hpp"
#include "region/file_shape.hpp"

namespace weft::region {

class Chain final : public Shape {
public:
    /// The streams of `shapes` one behind the other, also in the buffer, as the simplest possible
    /// shape. Shapes of a few runs become lists of runs; a member costs as much as several runs.
    /// `einval` if a shape begins before the end of the one before it.
    static Result<FileShape> of(const std::vector<FileShape>& shapes);

    explicit Chain(std::vector<FileShape> members);  // as of(), but always a Chain

    /// The members, at their places in the file.
    [[nodiscard]] std::size_t member_count() const { return members_->size(); }
    [[nodiscard]] FileShape member(std::size_t index) const {
        return (*members_)[index].shape.moved(distance_);
    }

    [[nodiscard]] std::int64_t base() const override;
    [[nodiscard]] std::int64_t end() const override;
    [[nodiscard]] std::int64_t bytes() const override { return bytes_; }
    /// Runs of neighbouring members that touch count as two.
    [[nodiscard]] std::int64_t runs() const override { return runs_; }
    [[nodiscard]] std::int64_t longest_run() const override { return longest_run_; }
    /// A member counts as one, or as many as it holds.
    [[nodiscard]] std::int64_t listed_runs() const override { return listed_runs_; }
    [[nodiscard]] std::int64_t grain() const override;
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const override;
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const override;
    [[nodiscard]] std::int64_t memory_of(std::int64_t position) const override;
    [[nodiscard]] std::int64_t run_of(std::int64_t position) const override;
    /// Shares the members.
    [[nodiscard]] FileShape moved(std::int64_t distance) const override;
    void visit_groups(std::int64_t from, std::int64_t to, GroupUse use) const override;

private:
    struct Member {
        FileShape shape;
        std::int64_t bytes_before;
        std::int64_t runs_before;
    };

    [[nodiscard]] const Member& member_at(std::int64_t position) const;

    std::shared_ptr<const std::vector<Member>> members_;
    std::int64_t distance_ = 0;  // the shift of the members in the file
    std::int64_t bytes_ = 0;
    std::int64_t runs_ = 0;
    std::int64_t longest_run_ = 0;
    std::int64_t listed_runs_ = 0;
    std::int64_t grains_ = 0;  // the grains of all members, combined by OR
};

}  // namespace weft::region
