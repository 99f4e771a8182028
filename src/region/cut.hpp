// SPDX-License-Identifier: BSD-3-Clause
// A part of another shape's stream.
#pragma once

#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::region {

class Cut {
public:
    /// The bytes `part` of the stream of `whole`, as the simplest possible shape. In the buffer's
    /// stream they lie `memory_shift` bytes further on than those of `whole`: with 0 a part of a
    /// piece shares the memory of the piece; with -part.begin the part begins at byte 0 of the
    /// buffer.
    static FileShape of(const FileShape& whole, Interval part, std::int64_t memory_shift = 0);

    Cut(FileShape whole, Interval part, std::int64_t memory_shift);  // as of(), but always a Cut

    [[nodiscard]] const FileShape& whole() const { return whole_; }
    [[nodiscard]] Interval part() const { return part_; }

    [[nodiscard]] Outline outline() const;
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;
    [[nodiscard]] BytePlace place_of(std::int64_t position) const;
    void visit(std::int64_t from, std::int64_t to, const GroupUse& use) const;

private:
    FileShape whole_;
    Interval part_;
    std::int64_t memory_shift_;
    std::int64_t first_run_;  // in the whole
};

}  // namespace weft::region
