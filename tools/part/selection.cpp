// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>

#include "model/names.hpp"
#include "tools/part/companions.hpp"
#include "tools/part/coordinates.hpp"
#include "tools/part/names.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/nearest.hpp"

namespace weft::tools {
namespace {

using model::Schema;

/// A selection that is built wish by wish.
class Selector {
public:
    explicit Selector(const Input& source)
        : source_(source), schema_(source.schema()), selected_(everything_of(schema_)) {
        selected_.variables.clear();
        because_.resize(selected_.of.size());
    }

    Status add_variable(const std::string& item) {
        const NamedItem taken = take_apart(schema_, item);
        Status status;
        for (const std::string& name : taken.names) {
            const int id = find_variable(schema_, name);
            if (id < 0) return unknown_variable(schema_, name);
            selected_.variables.push_back(id);
            if (taken.slices.data() != nullptr)
                status.keep_first(add_slices(schema_.variable(id), item, taken.slices));
        }
        return status;
    }

    Status add_range(const IndexRange& range) {
        std::string room;
        const Result<std::string_view> key = model::sought_name(range.dimension, room);
        const int id = key.ok() ? schema_.find_dimension(key.value()) : -1;
        if (id < 0) return no_dimension(schema_, range.dimension);
        return restrict(id, indices_of(range, schema_.length_of(id)), range.text);
    }

    Status add_coordinates(const CoordinateRange& range) {
        const Result<CoordinateIndices> found = indices_of(source_, range);
        if (!found.ok()) return found.status();
        return restrict(found.value().dimension, found.value().indices, range.text);
    }

    Selected finish(const Selection& selection) {
        std::vector<int>& ids = selected_.variables;
        std::vector<int> all(static_cast<std::size_t>(schema_.variable_count()));
        std::iota(all.begin(), all.end(), 0);
        if (selection.variables.empty()) ids = all;
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        const bool excludes = selection.excludes && !selection.variables.empty();
        if (excludes) {
            std::erase_if(all, [&ids](int id) { return std::ranges::binary_search(ids, id); });
            ids = all;
        }
        if (selection.takes_companions && !excludes) {
            ids = with_companions(schema_, std::move(ids));
            std::sort(ids.begin(), ids.end());
        }
        selected_.is_everything =
            std::ssize(ids) == schema_.variable_count() && selected_.has_whole_dimensions;
        return std::move(selected_);
    }

private:
    Status add_slices(const model::Variable& variable, const std::string& item,
                      std::string_view text) {
        const Result<std::vector<Slice>> slices = parse_slices(text);
        if (!slices.ok()) return {slices.code(), item + ": " + slices.status().context()};
        const std::size_t rank = variable.dimension_ids.size();
        if (slices.value().size() > rank)
            return {Code::einval,
                    fmt::format("{}: there are {} slices, '{}' has {} dimension{}", item,
                                slices.value().size(), variable.name, rank, rank == 1 ? "" : "s")};
        for (std::size_t i = 0; i < slices.value().size(); ++i) {
            const int id = variable.dimension_ids[i];
            const std::int64_t length = schema_.length_of(id);
            const Slice& slice = slices.value()[i];
            const bool is_whole = !slice.from && !slice.to && slice.step == 1;
            if (is_whole) continue;
            const Status status = restrict(id, indices_of(slice, length), item);
            if (!status.ok()) return status;
        }
        return {};
    }

    Status restrict(int id, const Result<Indices>& indices, const std::string& why) {
        const std::string_view name = schema_.dimension(id).name;
        const std::int64_t length = schema_.length_of(id);
        if (!indices.ok() && length == 0)
            return {indices.code(), fmt::format("{}: dimension '{}' has no indices", why, name)};
        if (!indices.ok())
            return {indices.code(), fmt::format("{}: dimension '{}' has indices 0 to {}: {}", why,
                                                name, length - 1, indices.status().context())};
        const auto at = static_cast<std::size_t>(id);
        std::string& because = because_[at];
        if (!because.empty() && selected_.of[at] != indices.value())
            return {Code::einval,
                    fmt::format("{} and {} choose different indices of dimension '{}'", because,
                                why, name)};
        const bool is_turned = indices.value().turn != 0;
        if (is_turned && id == schema_.record_dimension())
            return {Code::einval,
                    fmt::format("{}: dimension '{}' counts records, which are not periodic: two "
                                "ranges, one after the other, have these indices",
                                why, name)};
        selected_.of[at] = indices.value();
        because = why;
        if (indices.value().count < length || is_turned) selected_.has_whole_dimensions = false;
        return {};
    }

    const Input& source_;
    const Schema& schema_;
    Selected selected_;
    std::vector<std::string> because_;  // the words that chose indices of a dimension, or ""
};

}  // namespace

Selection Selection::known_to(const Schema& schema) const {
    Selection known = *this;
    std::erase_if(known.variables, [&schema](const std::string& item) {
        return find_variable(schema, take_apart(schema, item).names.front()) < 0;
    });
    return known;
}

std::vector<std::string> Selection::names(const Schema& schema) const {
    std::vector<std::string> names;
    for (const std::string& item : variables) {
        for (const std::string& name : take_apart(schema, item).names) {
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

void add_selection_options(CommandForm& form, Selection& selection) {
    form.each("-v", [&selection](const std::string& text) {
        for (std::string& item : split_list(text)) selection.variables.push_back(std::move(item));
    });
    form.each("-d", [&selection](const std::string& text) {
        const Result<IndexRange> range = parse_range(text);
        if (range.ok()) {
            selection.ranges.push_back(range.value());
            return;
        }
        // As in ncks, numbers with a point are values of the coordinate.
        const Result<CoordinateRange> values = parse_value_range(text);
        if (!values.ok()) throw CLI::ValidationError("-d", range.status().context());
        selection.coordinates.push_back(values.value());
    });
    form.each("-s", [&selection](const std::string& text) {
        const Result<CoordinateRange> range = parse_coordinates(text);
        if (!range.ok()) throw CLI::ValidationError("-s", range.status().context());
        selection.coordinates.push_back(range.value());
    });
}

Selected everything_of(const Schema& schema) {
    Selected everything;
    everything.variables.resize(static_cast<std::size_t>(schema.variable_count()));
    std::iota(everything.variables.begin(), everything.variables.end(), 0);
    for (int id = 0; id < schema.dimension_count(); ++id)
        everything.of.push_back({.first = 0, .count = schema.length_of(id)});
    return everything;
}

Result<Selected> select_part(const Input& source, const Selection& selection) {
    Selector selector(source);
    Status status;
    for (const std::string& item : selection.variables)
        status.keep_first(selector.add_variable(item));
    for (const IndexRange& range : selection.ranges) status.keep_first(selector.add_range(range));
    for (const CoordinateRange& range : selection.coordinates) {
        if (status.ok()) status = selector.add_coordinates(range);
    }
    if (!status.ok()) return status;
    return selector.finish(selection);
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
    part.global_attributes = source.global_attributes;
    std::vector<int> new_ids(is_used.size(), -1);
    for (int id = 0; id < source.dimension_count(); ++id) {
        const auto at = static_cast<std::size_t>(id);
        if (!is_used[at]) continue;
        new_ids[at] = part.add_dimension_of(source, id, selected.of[at].count);
    }
    for (const int id : selected.variables) {
        model::Variable variable = source.variable(id);
        for (int& dimension : variable.dimension_ids) {
            dimension = new_ids[static_cast<std::size_t>(dimension)];
        }
        part.add_variable(std::move(variable));
    }
    return part;
}

}  // namespace weft::tools
