// SPDX-License-Identifier: BSD-3-Clause
// Shapes one behind the other in the file, such as a datatype with a few blocks of many runs each.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "region/file_shape.hpp"

namespace weft::region {

class Chain {
public:
    /// The streams of `shapes` one behind the other, also in the buffer, as the simplest possible
    /// shape. Shapes of a few runs become lists of runs; a member costs as much as several runs.
    /// `einval` if a shape begins before the end of the one before it.
    static Result<FileShape> of(const std::vector<FileShape>& shapes);

    explicit Chain(std::vector<FileShape> shapes);  // as of(), but always a Chain

    struct Member {
        FileShape shape;
        std::int64_t bytes_before = 0;
        std::int64_t runs_before = 0;
    };
    [[nodiscard]] const std::vector<Member>& members() const { return members_; }

    /// A member counts as one listed run, or as many as it holds.
    [[nodiscard]] Outline outline() const;
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;
    [[nodiscard]] BytePlace place_of(std::int64_t position) const;
    void visit(std::int64_t from, std::int64_t to, const GroupUse& use) const;

private:
    [[nodiscard]] const Member& member_at(std::int64_t position) const;

    std::vector<Member> members_;
};

}  // namespace weft::region
