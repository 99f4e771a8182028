// SPDX-License-Identifier: BSD-3-Clause
// Comments with the indices of values, as `ncdump -b` and `ncdump -f` write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/shared/output.hpp"

namespace weft::tools {

struct IndexNotes {
    enum class Of { nothing, rows, values };

    Of of = Of::nothing;
    bool is_fortran = false;  // counted from 1, the fastest index first
};

/// The indices of a variable's rows, which have the values along the last dimension.
class RowIndices {
public:
    /// `name`: of the variable, as CDL writes it.
    RowIndices(std::string name, std::vector<std::int64_t> shape, bool is_fortran);

    [[nodiscard]] std::int64_t row_length() const { return shape_.back(); }
    [[nodiscard]] std::int64_t first() const { return is_fortran_ ? 1 : 0; }
    /// Returns "// a(0,1, 0-2)" for the row.
    [[nodiscard]] std::string row_note(std::int64_t row) const;
    /// The text before and behind the last index in a note of one value.
    struct Around {
        std::string before;
        std::string behind;
    };
    [[nodiscard]] Around around(std::int64_t row) const;

private:
    /// The indices of the dimensions before the last one, in the order of the note.
    [[nodiscard]] std::string others(std::int64_t row) const;

    std::string name_;
    std::vector<std::int64_t> shape_;
    bool is_fortran_;
};

/// Puts each value on its own line, with its indices: "5,   // a(0,1)".
class NotedValues {
public:
    NotedValues(Output& out, const RowIndices& indices, std::int64_t values);

    /// A value, with the comma behind it unless it ends a row.
    void put(std::string_view piece);
    /// A row of characters was put, as one value.
    void end_text_row();

private:
    void end_value();

    Output& out_;
    const RowIndices& indices_;
    std::int64_t last_row_;
    std::int64_t row_ = 0;
    std::int64_t column_ = 0;
    RowIndices::Around around_;
};

}  // namespace weft::tools
