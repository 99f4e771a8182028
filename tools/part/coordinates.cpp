// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/coordinates.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <variant>

#include "format/names.hpp"
#include "tools/shared/number_text.hpp"
#include "tools/shared/value_stream.hpp"

namespace weft::tools {
namespace {

/// The values that a range stands for.
struct ValueRange {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool is_nearest = false;  // to low
};

/// Looks at values one after the other.
class Search {
public:
    explicit Search(const ValueRange& range) : range_(range) {}

    /// False once the values neither rise nor fall.
    bool take(double value) {
        const std::int64_t index = seen_++;
        if (std::isnan(value)) return false;
        if (index > 0) {
            const bool rises = value > last_;
            if (value == last_ || (index > 1 && rises != rises_)) return false;
            rises_ = rises;
        }
        last_ = value;
        if (range_.is_nearest) {
            const double distance = std::abs(value - range_.low);
            if (index == 0 || distance < least_distance_) found_ = {index, 1, 1};
            if (index == 0 || distance < least_distance_) least_distance_ = distance;
        } else if (value >= range_.low && value <= range_.high) {
            if (found_.count++ == 0) found_.first = index;
        }
        return true;
    }
    [[nodiscard]] const Indices& found() const { return found_; }
    [[nodiscard]] std::int64_t seen() const { return seen_; }

private:
    const ValueRange& range_;
    std::int64_t seen_ = 0;
    double last_ = 0;
    bool rises_ = true;
    double least_distance_ = std::numeric_limits<double>::infinity();
    Indices found_;
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
                                      variable.name, search.seen() - 1)};
}

}  // namespace

Result<CoordinateIndices> indices_of(const OpenedFile& file, const CoordinateRange& range) {
    const Result<std::string> key = format::normalised_name(range.variable);
    const int id = key.ok() ? file.schema.find_variable(key.value()) : -1;
    if (id < 0) return Status(Code::enotvar, "there is no variable '" + range.variable + "'");
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
    if (search.found().count == 0)
        return Status(Code::eedge, fmt::format("{}: no value of '{}' is in this range", range.text,
                                               range.variable));
    return CoordinateIndices{variable.dimension_ids.front(), search.found()};
}

}  // namespace weft::tools
