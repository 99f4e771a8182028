// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/index_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace weft::tools {

RowIndices::RowIndices(std::string name, std::vector<std::int64_t> shape, bool is_fortran)
    : name_(std::move(name)), shape_(std::move(shape)), is_fortran_(is_fortran) {
    if (shape_.empty()) shape_.push_back(1);
}

std::string RowIndices::others(std::int64_t row) const {
    std::vector<std::int64_t> index;
    for (std::size_t i = shape_.size() - 1; i > 0; --i) {
        index.push_back(row % shape_[i - 1] + (is_fortran_ ? 1 : 0));
        row /= shape_[i - 1];
    }
    if (!is_fortran_) std::ranges::reverse(index);
    return fmt::format("{}", fmt::join(index, ","));
}

std::string RowIndices::row_note(std::int64_t row) const {
    std::string last = std::to_string(first());
    const bool is_span = shape_.back() > 1;
    if (is_span) last += "-" + std::to_string(shape_.back() - 1 + first());
    if (is_fortran_) return "// " + name_ + "(" + last + (is_span ? " ," : ",") + others(row) + ")";
    return "// " + name_ + "(" + others(row) + (is_span ? ", " : ",") + last + ")";
}

RowIndices::Around RowIndices::around(std::int64_t row) const {
    const std::string rest = others(row);
    const std::string comma = rest.empty() ? "" : ",";
    if (is_fortran_) return {.before = "  // " + name_ + "(", .behind = comma + rest + ")\n    "};
    return {.before = "  // " + name_ + "(" + rest + comma, .behind = ")\n    "};
}

NotedValues::NotedValues(Output& out, const RowIndices& indices, std::int64_t values)
    : out_(out),
      indices_(indices),
      last_row_(values / indices.row_length() - 1),
      around_(indices.around(0)) {}

void NotedValues::put(std::string_view piece) {
    out_.put(piece);
    end_value();
}

void NotedValues::end_text_row() {
    column_ = indices_.row_length() - 1;
    end_value();
}

void NotedValues::end_value() {
    const bool ends_row = column_ == indices_.row_length() - 1;
    if (ends_row) out_.put(row_ == last_row_ ? ";" : ",");
    out_.print("{}{}{}", around_.before, column_ + indices_.first(), around_.behind);
    ++column_;
    if (!ends_row) return;
    column_ = 0;
    if (row_++ != last_row_) around_ = indices_.around(row_);
}

}  // namespace weft::tools
