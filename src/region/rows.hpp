// SPDX-License-Identifier: BSD-3-Clause
// Irregular rows of elements, 16 bytes each: the memory side of an irregular list of blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::region {

/// Rows of elements, in any order, which may overlap. Elements of a row lie `pitch` bytes apart.
class Rows {
public:
    struct Row {
        std::int64_t displacement = 0;
        std::int64_t begin = 0;  // the number of elements in the rows before it

        friend bool operator==(const Row&, const Row&) = default;
    };

    /// `rows`: rows that are not empty, and a last entry that only marks the end.
    Rows(std::vector<Row> rows, std::int64_t pitch) : rows_(std::move(rows)), pitch_(pitch) {}

    [[nodiscard]] std::size_t size() const { return rows_.size() - 1; }
    [[nodiscard]] std::int64_t elements() const { return rows_.back().begin; }
    [[nodiscard]] std::int64_t pitch() const { return pitch_; }
    [[nodiscard]] std::int64_t displacement(std::size_t row) const {
        return rows_[row].displacement;
    }
    [[nodiscard]] std::int64_t begin(std::size_t row) const { return rows_[row].begin; }
    [[nodiscard]] std::int64_t length(std::size_t row) const {
        return rows_[row + 1].begin - rows_[row].begin;
    }

    /// Like Pattern::visit(), with all displacements counted from `base`.
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, std::int64_t base, Use& use) const {
        if (from >= to) return;
        for (const Row* row = &rows_[row_of(from)]; from < to; ++row) {
            const std::int64_t end = std::min(to, row[1].begin);
            use(base + row->displacement + (from - row->begin) * pitch_, pitch_, end - from);
            from = end;
        }
    }

    friend bool operator==(const Rows&, const Rows&) = default;

private:
    /// The search begins where the element would be if all rows had the same length.
    [[nodiscard]] std::size_t row_of(std::int64_t element) const;

    std::vector<Row> rows_;
    std::int64_t pitch_;
};

}  // namespace weft::region
