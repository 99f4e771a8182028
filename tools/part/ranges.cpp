// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/ranges.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstddef>

namespace weft::tools {
namespace {

/// The whole text as a number.
template <class T>
std::optional<T> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::vector<std::string_view> fields_of(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0;;) {
        const std::size_t end = text.find(separator, begin);
        fields.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos) return fields;
        begin = end + 1;
    }
}

/// Reads a number; leaves `number` unchanged for an empty field. False for anything else.
template <class T>
bool take_number(std::string_view field, std::optional<T>& number) {
    if (field.empty()) return true;
    number = number_in<T>(field);
    return number.has_value();
}

bool take_step(std::string_view field, std::int64_t& step) {
    std::optional<std::int64_t> number;
    if (!take_number(field, number)) return false;
    step = number.value_or(1);
    return step > 0;
}

/// A number, a date, both, or nothing for an empty field. False for anything else.
bool take_end(std::string_view field, CoordinateEnd& end) {
    if (field.empty()) return true;
    end.text = field;
    end.number = number_in<double>(field);
    if (end.number && std::isnan(*end.number)) return false;
    end.date = parse_date(field);
    return end.is_given();
}

/// A number or a date at one end at least, and not one of each: 12:30 after a date is a time, which
/// is not the meaning of ":" here.
bool is_range(const CoordinateEnd& low, const CoordinateEnd& high) {
    if (!low.is_given() || !high.is_given()) return low.is_given() != high.is_given();
    return (low.number && high.number) || (low.date && high.date);
}

/// The indices from `low` to `high`, both included and within the dimension.
Indices between(std::int64_t low, std::int64_t high, std::int64_t step) {
    const std::int64_t count = (high - low) / step + 1;
    return {.first = low, .count = count, .step = count > 1 ? step : 1};
}

}  // namespace

Result<IndexRange> parse_range(const std::string& text) {
    // A name may contain commas: the fields are counted from the end, and numbers are not names.
    const std::vector<std::string_view> fields = fields_of(text, ',');
    for (const std::size_t numbers : {std::size_t{3}, std::size_t{2}, std::size_t{1}}) {
        if (fields.size() <= numbers) continue;
        const auto field = [&](std::size_t i) { return fields[fields.size() - numbers + i]; };
        IndexRange range{.text = "-d " + text};
        std::size_t name_bytes = text.size();
        for (std::size_t i = 0; i < numbers; ++i) name_bytes -= field(i).size() + 1;
        range.dimension = text.substr(0, name_bytes);
        if (!range.dimension.empty() && take_number(field(0), range.low) &&
            (numbers == 1 ? field(0) != "" : take_number(field(1), range.high)) &&
            (numbers < 3 || take_step(field(2), range.step))) {
            if (numbers == 1) range.high = range.low;
            return range;
        }
    }
    return Status(Code::einval, fmt::format("'{}' is not of the form DIM,INDEX, DIM,LO,HI or "
                                            "DIM,LO,HI,STEP with a step above 0",
                                            text));
}

Result<CoordinateRange> parse_coordinates(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    if (equals != std::string::npos && equals > 0) {
        CoordinateRange range{.variable = text.substr(0, equals), .text = "-s " + text};
        const auto fields = fields_of(std::string_view(text).substr(equals + 1), ':');
        range.is_one = fields.size() == 1;
        const bool is_good = fields.size() <= 2 && take_end(fields.front(), range.low) &&
                             take_end(fields.back(), range.high);
        if (is_good && is_range(range.low, range.high)) return range;
    }
    return Status(
        Code::einval,
        fmt::format("'{}' is not of the form VAR=LO:HI or VAR=VALUE, of numbers or of dates "
                    "such as 2001, 2001-03 or 2001-03-15",
                    text));
}

Result<CoordinateRange> parse_value_range(const std::string& text) {
    const std::vector<std::string_view> fields = fields_of(text, ',');
    for (const std::size_t ends : {std::size_t{2}, std::size_t{1}}) {
        if (fields.size() <= ends) continue;
        CoordinateRange range{.variable{}, .is_one = ends == 1, .text = "-d " + text};
        const auto field = [&](std::size_t i) { return fields[fields.size() - ends + i]; };
        std::size_t name_bytes = text.size();
        for (std::size_t i = 0; i < ends; ++i) name_bytes -= field(i).size() + 1;
        range.variable = text.substr(0, name_bytes);
        if (!range.variable.empty() && take_end(field(0), range.low) &&
            take_end(field(ends - 1), range.high) && is_range(range.low, range.high))
            return range;
    }
    return Status(Code::einval, fmt::format("'{}' is not of the form VAR,LO,HI", text));
}

Result<std::vector<Slice>> parse_slices(std::string_view text) {
    std::vector<Slice> slices;
    for (const std::string_view item : fields_of(text, ',')) {
        const auto fields = fields_of(item, ':');
        Slice slice{.is_one = fields.size() == 1};
        const bool is_good = fields.size() <= 3 && take_number(fields[0], slice.from) &&
                             (fields.size() < 2 || take_number(fields[1], slice.to)) &&
                             (fields.size() < 3 || take_step(fields[2], slice.step)) &&
                             (!slice.is_one || slice.from);
        if (!is_good)
            return Status(Code::einval,
                          fmt::format("'{}' is not a slice: FROM:TO, FROM:TO:STEP with "
                                      "a step above 0, or an index",
                                      item));
        slices.push_back(slice);
    }
    return slices;
}

Result<Indices> indices_of(const IndexRange& range, std::int64_t length) {
    const std::int64_t low = range.low.value_or(0);
    const std::int64_t high = range.high.value_or(length - 1);
    if (low < 0 || low > high || high >= length)
        return Status(Code::eedge, fmt::format("there is no range from {} to {}", low, high));
    return between(low, high, range.step);
}

Result<Indices> indices_of(const Slice& slice, std::int64_t length) {
    const auto from_end = [length](std::int64_t index) {
        return index < 0 ? index + length : index;
    };
    const std::int64_t from = from_end(slice.from.value_or(0));
    const std::int64_t to = slice.is_one ? from + 1 : from_end(slice.to.value_or(length));
    if (from < 0 || from >= to || to > length)
        return Status(Code::eedge, fmt::format("there are no indices from {} up to {}", from, to));
    return between(from, to - 1, slice.step);
}

std::vector<std::string> split_list(std::string_view text) {
    std::vector<std::string> items(1);
    int depth = 0;
    for (const char c : text) {
        if (c == '[') ++depth;
        if (c == ']') --depth;
        if (c == ',' && depth <= 0) {
            items.emplace_back();
        } else {
            items.back() += c;
        }
    }
    return items;
}

}  // namespace weft::tools
