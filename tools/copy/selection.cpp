// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

#include "format/names.hpp"

namespace weft::tools {
namespace {

using format::Schema;

std::optional<std::int64_t> index_in(std::string_view text) {
    std::int64_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return index;
}

Status select_variables(const Schema& source, const std::vector<std::string>& names,
                        Selected& selected) {
    for (const std::string& name : names) {
        const Result<std::string> key = format::normalised_name(name);
        const int id = key.ok() ? source.find_variable(key.value()) : -1;
        if (id < 0) return {Code::enotvar, "there is no variable '" + name + "'"};
        selected.variables.push_back(id);
    }
    for (int id = 0; names.empty() && id < source.variable_count(); ++id) {
        selected.variables.push_back(id);
    }
    std::vector<int>& ids = selected.variables;
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    if (std::ssize(ids) < source.variable_count()) selected.is_everything = false;
    return {};
}

Status select_range(const Schema& source, const IndexRange& range, Selected& selected) {
    const Result<std::string> key = format::normalised_name(range.dimension);
    const int id = key.ok() ? source.find_dimension(key.value()) : -1;
    if (id < 0) return {Code::ebaddim, "there is no dimension '" + range.dimension + "'"};
    const std::int64_t length =
        id == source.record_dimension() ? source.record_count : source.dimension(id).length;
    if (range.low < 0 || range.low > range.high || range.high >= length) {
        return {Code::eedge,
                fmt::format("dimension '{}' has indices 0 to {}: there is no range from {} to {}",
                            range.dimension, length - 1, range.low, range.high)};
    }
    const auto at = static_cast<std::size_t>(id);
    selected.first[at] = range.low;
    selected.count[at] = range.high - range.low + 1;
    if (selected.count[at] < length) selected.is_everything = false;
    return {};
}

}  // namespace

Result<IndexRange> parse_range(const std::string& text) {
    // A name may hold commas.
    const std::size_t high_comma = text.rfind(',');
    const std::size_t low_comma = high_comma == std::string::npos || high_comma == 0
                                      ? std::string::npos
                                      : text.rfind(',', high_comma - 1);
    if (low_comma != std::string::npos && low_comma > 0) {
        const std::string_view view(text);
        const auto low = index_in(view.substr(low_comma + 1, high_comma - low_comma - 1));
        const auto high = index_in(view.substr(high_comma + 1));
        if (low && high) return IndexRange{text.substr(0, low_comma), *low, *high};
    }
    return Status(Code::einval, fmt::format("'{}' is not of the form DIM,LO,HI", text));
}

Result<Selected> select_part(const Schema& source, const Selection& selection) {
    Selected selected;
    for (int id = 0; id < source.dimension_count(); ++id) {
        selected.first.push_back(0);
        selected.count.push_back(id == source.record_dimension() ? source.record_count
                                                                 : source.dimension(id).length);
    }
    const Status chosen = select_variables(source, selection.variables, selected);
    if (!chosen.ok()) return chosen;
    for (const IndexRange& range : selection.ranges) {
        const Status cut = select_range(source, range, selected);
        if (!cut.ok()) return cut;
    }
    return selected;
}

Schema schema_of_part(const Schema& source, const Selected& selected) {
    const bool keeps_all = std::ssize(selected.variables) == source.variable_count();
    std::vector<bool> is_used(static_cast<std::size_t>(source.dimension_count()), keeps_all);
    for (const int id : selected.variables) {
        for (const int dimension : source.variable(id).dimension_ids) {
            is_used[static_cast<std::size_t>(dimension)] = true;
        }
    }
    Schema part;
    part.version = source.version;
    part.global_attributes = source.global_attributes;
    std::vector<int> new_ids(is_used.size(), -1);
    for (int id = 0; id < source.dimension_count(); ++id) {
        const auto at = static_cast<std::size_t>(id);
        if (!is_used[at]) continue;
        const bool is_record = id == source.record_dimension();
        if (is_record) part.record_count = selected.count[at];
        new_ids[at] =
            part.add_dimension({source.dimension(id).name, is_record ? 0 : selected.count[at]});
    }
    for (const int id : selected.variables) {
        format::Variable variable = source.variable(id);
        for (int& dimension : variable.dimension_ids) {
            dimension = new_ids[static_cast<std::size_t>(dimension)];
        }
        part.add_variable(std::move(variable));
    }
    return part;
}

}  // namespace weft::tools
