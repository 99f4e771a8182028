// SPDX-License-Identifier: BSD-3-Clause
// The memory side of an access: the places in a buffer of the elements of a stream, one after the
// other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "region/interval.hpp"
#include "region/loop.hpp"
#include "region/rows.hpp"

namespace weft::region {

/// Loops around a body, which is one element, a sequence of parts, or a list of rows. Elements may
/// lie in any order and overlap, as imap and MPI datatypes allow it. Distances are bytes from the
/// buffer's address; the caller knows the element size.
class Pattern {
public:
    /// A sequence's member: `pattern` moved by `displacement`.
    struct Part {
        std::int64_t displacement = 0;
        std::shared_ptr<const Pattern> pattern;
    };

    Pattern() = default;  // no elements
    static Pattern elements(Loops loops, std::int64_t displacement = 0);
    /// The parts one after the other. Empty parts are dropped; equal parts at equal distances
    /// become a loop.
    static Pattern sequence(std::vector<Part> parts);
    static Pattern rows(std::shared_ptr<const Rows> rows);
    /// `count` times this pattern, `pitch` bytes apart.
    [[nodiscard]] Pattern repeated(std::int64_t count, std::int64_t pitch) const;
    [[nodiscard]] Pattern moved(std::int64_t distance) const;

    [[nodiscard]] std::int64_t element_count() const { return element_count_; }
    /// Whether all elements lie side by side, `element_bytes` apart, from displacement() on.
    [[nodiscard]] bool is_dense(std::int64_t element_bytes) const;
    /// The place of the elements [from, to), if they lie side by side, `element_bytes` apart, in
    /// one row of a pattern without parts; nothing in other cases. Takes no walk.
    [[nodiscard]] std::optional<std::int64_t> dense_part(std::int64_t from, std::int64_t to,
                                                         std::int64_t element_bytes) const;
    [[nodiscard]] std::int64_t displacement() const { return displacement_; }
    /// The loops around the body, outermost first.
    [[nodiscard]] const Loops& loops() const { return loops_; }
    /// The parts of the body, if it is a sequence.
    [[nodiscard]] const std::vector<Part>& parts() const;
    /// The body, if it is a list of rows; else null.
    [[nodiscard]] const Rows* rows() const { return rows_.get(); }
    /// False only if no two elements of this size share a byte.
    [[nodiscard]] bool may_overlap(std::int64_t element_bytes) const;

    /// Calls `use(displacement, stride, count)` for equally spaced elements, in stream order, that
    /// together are the elements [from, to) of the stream. Jumping to `from` costs a division per
    /// loop.
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, Use&& use) const {
        visit_moved(from, to, 0, use);
    }

    friend bool operator==(const Pattern&, const Pattern&);

private:
    template <class Use>
    void visit_moved(std::int64_t from, std::int64_t to, std::int64_t base, Use& use) const;
    template <class Use>
    void visit_level(std::size_t level, std::int64_t from, std::int64_t to, std::int64_t base,
                     Use& use) const;
    template <class Use>
    void visit_body(std::int64_t from, std::int64_t to, std::int64_t base, Use& use) const;
    void count_elements();
    [[nodiscard]] bool is_loops_only() const { return sequence_ == nullptr && rows_ == nullptr; }
    /// The range of bytes of all elements, if no two overlap.
    [[nodiscard]] std::optional<Interval> bytes_apart(std::int64_t element_bytes) const;
    [[nodiscard]] std::optional<Interval> body_apart(std::int64_t element_bytes) const;

    /// A sequence of parts, which copies of the pattern share.
    struct Sequence {
        std::vector<Part> parts;
        std::vector<std::int64_t> begins;  // first element of each part within the body
    };

    std::int64_t displacement_ = 0;
    Loops loops_;
    std::shared_ptr<const Sequence> sequence_;  // without it and rows, the body is one element
    std::shared_ptr<const Rows> rows_;
    std::int64_t body_elements_ = 1;
    std::int64_t element_count_ = 0;
};

template <class Use>
void Pattern::visit_moved(std::int64_t from, std::int64_t to, std::int64_t base, Use& use) const {
    if (from < to) visit_level(0, from, to, base + displacement_, use);
}

}  // namespace weft::region

#include "region/pattern_visit.hpp"
