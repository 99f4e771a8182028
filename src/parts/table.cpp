// SPDX-License-Identifier: BSD-3-Clause
#include "parts/table.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "format/sizes.hpp"
#include "parts/attribute_values.hpp"
#include "parts/names.hpp"

namespace weft::parts {
namespace {

/// The dimension that the program has chosen by its id; the variable may have it several times.
std::optional<int> chosen_position(const model::Variable& variable, const Rules& rules) {
    const int attribute = variable.attributes.find(chosen_dimension_attribute);
    const std::optional<std::int64_t> id =
        attribute < 0 ? rules.dimension : integer_of(variable.attributes.at(attribute));
    if (!id) return std::nullopt;
    const auto& ids = variable.dimension_ids;
    const auto found = std::ranges::find(ids, *id);
    if (found == ids.end()) return std::nullopt;
    return static_cast<int>(found - ids.begin());
}

/// The names that masters use must be free.
bool has_reserved_attribute(const model::Variable& variable) {
    return std::ranges::any_of(names::of_divided_variables, [&](const char* name) {
        return variable.attributes.find(name) >= 0;
    });
}

int position_for(const model::Schema& whole, const model::Variable& variable, const Rules& rules) {
    const bool has_records = whole.is_record_variable(variable);
    const int first = has_records ? 1 : 0;
    const int dimensions = static_cast<int>(variable.dimension_ids.size());
    if (dimensions <= first || dimensions < rules.least_dimensions) return Division::whole;
    if (has_reserved_attribute(variable)) return Division::whole;
    const Result<std::int64_t> bytes = format::slab_bytes(whole, variable);
    if (!bytes.ok() || bytes.value() < rules.least_bytes) return Division::whole;
    const int position = chosen_position(variable, rules).value_or(first);
    // Records are appended without limit: their dimension cannot be divided.
    return std::max(position, first);
}

}  // namespace

bool Table::divides() const {
    return std::ranges::any_of(variables,
                               [](const Division& division) { return !division.is_whole(); });
}

std::int64_t Table::length_of(const model::Schema& whole, int variable) const {
    const auto position =
        static_cast<std::size_t>(variables[static_cast<std::size_t>(variable)].position);
    return whole.dimension(whole.variable(variable).dimension_ids[position]).length;
}

Ranges Table::ranges_of(const model::Schema& whole, int variable) const {
    return {length_of(whole, variable), weights};
}

int Table::epoch_at(std::int64_t record) const {
    const auto behind = std::ranges::upper_bound(epochs, record);
    return static_cast<int>(behind - epochs.begin()) - 1;
}

region::Interval Table::records_of(int epoch) const {
    const auto number = static_cast<std::size_t>(epoch);
    const bool is_last = number + 1 == epochs.size();
    return {epochs[number],
            is_last ? std::numeric_limits<std::int64_t>::max() : epochs[number + 1]};
}

std::int64_t Table::records_in(int part, std::int64_t of_whole) const {
    const region::Interval records = records_of(epoch_of(part));
    return std::clamp(of_whole, records.begin, records.end) - records.begin;
}

int Table::epochs_of(const model::Schema& whole, int variable) const {
    return whole.is_record_variable(whole.variable(variable)) ? epoch_count() : 1;
}

region::Interval Table::indices_in(const model::Schema& whole, int variable, int part) const {
    if (variables[static_cast<std::size_t>(variable)].is_whole() ||
        epoch_of(part) >= epochs_of(whole, variable))
        return {};
    return ranges_of(whole, variable).of_part(range_of(part));
}

void divide_new_variables(const model::Schema& whole, const Rules& rules, Table& table) {
    for (int id = static_cast<int>(table.variables.size()); id < whole.variable_count(); ++id) {
        Division division{.position = position_for(whole, whole.variable(id), rules)};
        if (!division.is_whole()) division.number = table.next_number++;
        table.variables.push_back(division);
    }
}

}  // namespace weft::parts
