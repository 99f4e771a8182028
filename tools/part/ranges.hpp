// SPDX-License-Identifier: BSD-3-Clause
// The words of the command line that choose indices of a dimension.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/part/dates.hpp"
#include "tools/shared/indices.hpp"

namespace weft::tools {

/// "DIM,LO,HI" or "DIM,LO,HI,STEP", or "DIM,I": both ends included, as in ncks. A missing end is
/// that of the dimension.
struct IndexRange {
    std::string dimension{};
    std::optional<std::int64_t> low{};
    std::optional<std::int64_t> high{};
    std::int64_t step = 1;
    std::string text;
};

/// Code::einval when the text is anything else.
Result<IndexRange> parse_range(const std::string& text);

/// A value of a coordinate, or a date, which the coordinate's units turn into values. "1982" may be
/// either; a missing end is neither.
struct CoordinateEnd {
    std::optional<double> number{};
    std::optional<Date> date{};
    std::string text{};

    [[nodiscard]] bool is_only_date() const { return date && !number; }
    [[nodiscard]] bool is_only_number() const { return number && !date; }
    [[nodiscard]] bool is_given() const { return number || date; }
};

/// "LO:HI" of a coordinate variable; "X" is the value nearest to it, or all of a date.
/// coordinates.hpp defines the meaning.
struct CoordinateRange {
    std::string variable;
    CoordinateEnd low{};
    CoordinateEnd high{};
    bool is_one = false;  // low and high are equal
    std::string text;     // of the option
};

/// Parses "VAR=LO:HI", "VAR=LO:", "VAR=:HI" or "VAR=X". Code::einval for anything else.
Result<CoordinateRange> parse_coordinates(const std::string& text);

/// Parses "VAR,LO,HI" or "VAR,X", where a number has a point, or is a date, as "-d" of ncks
/// recognises values of a coordinate. Code::einval for anything else.
Result<CoordinateRange> parse_value_range(const std::string& text);

/// "0:3", "::10", ":", "5": as in Python. The end is not
/// included, and negative numbers count from the end.
struct Slice {
    std::optional<std::int64_t> from{};
    std::optional<std::int64_t> to{};
    std::int64_t step = 1;
    bool is_one = false;  // index `from`
};

/// Parses "0:3,:,::10". Code::einval for anything else.
Result<std::vector<Slice>> parse_slices(std::string_view text);

/// The indices in a dimension of this length. Code::eedge if there are none.
Result<Indices> indices_of(const IndexRange& range, std::int64_t length);
Result<Indices> indices_of(const Slice& slice, std::int64_t length);

/// The items of a list with commas; commas in brackets do not separate.
std::vector<std::string> split_list(std::string_view text);

}  // namespace weft::tools
