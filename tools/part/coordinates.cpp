// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <variant>

#include "format/names.hpp"
#include "tools/shared/nearest.hpp"
#include "tools/shared/number_text.hpp"
#include "tools/shared/value_stream.hpp"

namespace weft::tools {
namespace {

/// The values that a range stands for.
struct ValueRange {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool is_nearest = false;  // to low

    /// From low to the last value, and from the first to high.
    [[nodiscard]] bool wraps() const { return low > high; }
};

/// Values that rise, or fall, from each to the next.
class Order {
public:
    /// False once they do neither.
    bool take(double value) {
        if (std::isnan(value)) return false;
        if (seen_ == 0) first_ = value;
        const bool rises = value > last_;
        if (seen_ > 0 && (value == last_ || (seen_ > 1 && rises != rises_))) return false;
        if (seen_ > 0) widest_ = std::max(widest_, std::abs(value - last_));
        rises_ = seen_ == 0 || rises;
        last_ = value;
        ++seen_;
        return true;
    }
    [[nodiscard]] std::int64_t seen() const { return seen_; }
    /// Whether the first value is next to the last on a circle of 360 degrees: not further away
    /// than neighbours elsewhere, but for what rounding makes of that.
    [[nodiscard]] bool goes_round() const {
        const double seam = first_ + 360 - last_;
        return rises_ && seam >= 0 && seam <= 1.5 * widest_;
    }

private:
    std::int64_t seen_ = 0;
    double first_ = 0;
    double last_ = 0;
    double widest_ = 0;
    bool rises_ = true;
};

/// Looks at values one after the other.
class Search {
public:
    explicit Search(const ValueRange& range) : range_(range) {}

    /// False once the values neither rise nor fall.
    bool take(double value) {
        const std::int64_t index = order_.seen();
        if (!order_.take(value)) return false;
        if (range_.is_nearest) {
            const double distance = std::abs(value - range_.low);
            if (index == 0 || distance < least_distance_) found_ = {index, 1, 1};
            if (index == 0 || distance < least_distance_) least_distance_ = distance;
        } else if (range_.wraps()) {
            if (value >= range_.low) ++at_end_;
            if (value <= range_.high) ++at_begin_;
        } else if (value >= range_.low && value <= range_.high) {
            if (found_.count++ == 0) found_.first = index;
        }
        return true;
    }
    /// Of rising values where the range wraps.
    [[nodiscard]] Indices found() const {
        if (!range_.wraps()) return found_;
        const std::int64_t begin = order_.seen() - at_end_;
        if (at_begin_ == 0) return {.first = begin, .count = at_end_};
        if (at_end_ == 0) return {.first = 0, .count = at_begin_};
        return {.first = 0, .count = at_end_ + at_begin_, .turn = begin};
    }
    [[nodiscard]] const Order& order() const { return order_; }

private:
    const ValueRange& range_;
    Order order_;
    double least_distance_ = std::numeric_limits<double>::infinity();
    Indices found_;
    std::int64_t at_begin_ = 0;  // values up to high
    std::int64_t at_end_ = 0;    // values from low on
};

/// Dates become values of the variable.
Result<ValueRange> values_of(const CoordinateRange& range, const format::Variable& variable) {
    ValueRange values;
    if (const auto* number = std::get_if<double>(&range.low)) values.low = *number;
    if (const auto* number = std::get_if<double>(&range.high)) values.high = *number;
    values.is_nearest = range.is_one && std::holds_alternative<double>(range.low);
    if (const auto* date = std::get_if<Date>(&range.low)) {
        const Result<DateValues> found = values_of(*date, variable);
        if (!found.ok()) return found.status();
        values.low = found.value().from;
    }
    if (const auto* date = std::get_if<Date>(&range.high)) {
        const Result<DateValues> found = values_of(*date, variable);
        if (!found.ok()) return found.status();
        values.high = std::nextafter(found.value().to, -std::numeric_limits<double>::infinity());
    }
    return values;
}

Status search_values(const OpenedFile& file, const format::Variable& variable, Search& search) {
    ValueStream stream(*file.file, file.schema, variable, file.record_bytes);
    bool is_monotonic = true;
    while (stream.values_left() > 0 && is_monotonic) {
        const auto bytes = stream.next(stream.values_left());
        if (!bytes.ok()) return bytes.status();
        if (stream.is_cut_short())
            return {Code::etrunc,
                    fmt::format("the file ends before the values of '{}'", variable.name)};
        with_value_type(variable.type, [&]<class T>(std::type_identity<T>) {
            for (std::size_t at = 0; at < bytes.value().size() && is_monotonic; at += sizeof(T))
                is_monotonic = search.take(static_cast<double>(load<T>(bytes.value().data() + at)));
        });
    }
    if (is_monotonic) return {};
    return {Code::einval, fmt::format("the values of '{}' neither rise nor fall throughout: index "
                                      "{} does not go on as before",
                                      variable.name, search.order().seen())};
}

/// What the search has found, where there is such a range.
Result<Indices> found_range(const Search& search, const ValueRange& values,
                            const CoordinateRange& range, const format::Variable& variable) {
    const bool may_wrap = is_longitude(variable) && search.order().goes_round();
    if (values.wraps() && !may_wrap)
        return Status(Code::eedge,
                      fmt::format("{}: no value of '{}' is in this range: it ends below its begin, "
                                  "as only longitudes may that rise once around the globe",
                                  range.text, range.variable));
    const Indices found = search.found();
    if (found.count > 0) return found;
    return Status(Code::eedge,
                  fmt::format("{}: no value of '{}' is in this range", range.text, range.variable));
}

}  // namespace

bool is_longitude(const format::Variable& variable) {
    const int id = variable.attributes.find("units");
    if (id < 0 || variable.attributes.at(id).type != types::External::character) return false;
    const format::Attribute& units = variable.attributes.at(id);
    std::string_view text(reinterpret_cast<const char*>(units.values.data()),
                          static_cast<std::size_t>(units.count));
    if (const std::size_t zero = text.find('\0'); zero != text.npos) text = text.substr(0, zero);
    constexpr std::array spellings{"degrees_east", "degree_east", "degrees_E",
                                   "degree_E",     "degreesE",    "degreeE"};
    return std::ranges::find(spellings, text) != spellings.end();
}

Result<CoordinateIndices> indices_of(const OpenedFile& file, const CoordinateRange& range) {
    const Result<std::string> key = format::normalised_name(range.variable);
    const int id = key.ok() ? file.schema.find_variable(key.value()) : -1;
    if (id < 0) return no_variable(file.schema, range.variable);
    const format::Variable& variable = file.schema.variable(id);
    if (variable.dimension_ids.size() != 1 || variable.type == types::External::character)
        return Status(Code::einval, fmt::format("{}: '{}' is no coordinate: it takes a variable of "
                                                "numbers with one dimension",
                                                range.text, range.variable));
    const Result<ValueRange> values = values_of(range, variable);
    if (!values.ok()) return Status(values.code(), range.text + ": " + values.status().context());
    Search search(values.value());
    const Status searched = search_values(file, variable, search);
    if (!searched.ok()) return searched;
    const Result<Indices> found = found_range(search, values.value(), range, variable);
    if (!found.ok()) return found.status();
    return CoordinateIndices{variable.dimension_ids.front(), found.value()};
}

}  // namespace weft::tools
