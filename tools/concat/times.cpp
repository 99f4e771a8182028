// SPDX-License-Identifier: BSD-3-Clause
#include "tools/concat/times.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tools/meaning/attributes.hpp"
#include "tools/meaning/time_units.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/shared/value_stream.hpp"

namespace weft::tools {
namespace {

/// The coordinate of the record dimension, if it is one of time; otherwise -1.
int record_time(const model::Schema& schema) {
    if (schema.record_dimension() < 0) return -1;
    const int id = schema.find_variable(schema.dimension(schema.record_dimension()).name);
    if (id < 0) return -1;
    const model::Variable& variable = schema.variable(id);
    const bool is_time =
        variable.dimension_ids.size() == 1 && schema.is_record_variable(variable) &&
        variable.type != types::External::character && are_since(text_in(variable, "units"));
    return is_time ? id : -1;
}

void take(TimeSpan& span, long double moment, std::int64_t index) {
    if (index > 0) {
        const bool rises = moment > span.last.at;
        const bool falls = moment < span.last.at;
        const bool goes_on = (span.rises && rises) || (span.falls && falls);
        if (!goes_on && span.turning < 0) span.turning = index;
        span.rises = span.rises && rises;
        span.falls = span.falls && falls;
    } else {
        span.first.at = moment;
    }
    span.last.at = moment;
}

}  // namespace

std::optional<TimeSpan> time_span_of(const Input& file) {
    const int id = record_time(file.schema());
    if (id < 0 || file.schema().record_count == 0) return std::nullopt;
    const model::Variable& time = file.schema().variable(id);
    const Result<TimeUnits> units = time_units_of(time);
    if (!units.ok()) return std::nullopt;
    const Result<container::Stored> stored = file.stored();
    if (!stored.ok() || file.is_cut_short(stored.value(), id)) return std::nullopt;
    const ValueRules rules = rules_of(time);
    TimeSpan span;
    std::int64_t index = 0;
    double first = 0;
    double last = 0;
    ValueStream stream(file, id);
    while (stream.values_left() > 0) {
        const auto bytes = stream.next(stream.values_left());
        if (!bytes.ok()) return std::nullopt;
        take_meant(rules, bytes.value(), [&](double value) {
            if (std::isnan(value)) return;
            if (index == 0) first = value;
            last = value;
            take(span,
                 std::round(units.value().origin() +
                            static_cast<long double>(value) * units.value().milliseconds),
                 index++);
        });
    }
    if (index == 0) return std::nullopt;
    span.first.text = moment_text(units.value(), first);
    span.last.text = moment_text(units.value(), last);
    return span;
}

std::vector<std::string> complaints_about(const std::vector<std::optional<TimeSpan>>& spans,
                                          const std::vector<std::string>& paths, std::size_t i) {
    std::vector<std::string> sentences;
    if (!spans[i]) return sentences;
    const TimeSpan& here = *spans[i];
    if (here.turning >= 0)
        sentences.push_back(
            fmt::format("its times neither only rise nor only fall: index {} "
                        "changes the direction",
                        here.turning));
    std::size_t before = i;
    while (before > 0 && !spans[before - 1]) --before;
    if (before == 0) return sentences;
    const TimeSpan& last = *spans[before - 1];
    // A single time has no direction.
    const bool falls = (last.falls && !last.rises) || (here.falls && !here.rises);
    const bool follows = falls ? here.first.at < last.last.at : here.first.at > last.last.at;
    if (!follows)
        sentences.push_back(
            fmt::format("its times, from {} on, overlap or do not follow those of {}, which end at "
                        "{}",
                        here.first.text, paths[before - 1], last.last.text));
    return sentences;
}

}  // namespace weft::tools
