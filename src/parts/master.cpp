// SPDX-License-Identifier: BSD-3-Clause
#include "parts/master.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "format/header_writer.hpp"
#include "format/placement.hpp"
#include "format/sizes.hpp"
#include "parts/aggregation.hpp"
#include "parts/attribute_values.hpp"
#include "parts/begins.hpp"
#include "parts/fields.hpp"
#include "parts/names.hpp"
#include "parts/set_id.hpp"

namespace weft::parts {
namespace {

constexpr std::int64_t table_version = 1;
constexpr std::int64_t table_version_with_epochs = 2;
constexpr std::int64_t table_version_of_netcdf4 = 3;  // and then without epochs
constexpr std::int64_t most_parts = 1 << 20;

Status damaged(const std::string& what) {
    return {Code::enotnc, "the master of a set is damaged: " + what};
}

std::string text_of(const format::HeaderView& whole, const Table& table) {
    NewFields fields;
    const bool has_epochs = table.epoch_count() > 1;
    fields.set("version", table.is_in_netcdf4 ? table_version_of_netcdf4
                          : has_epochs        ? table_version_with_epochs
                                              : table_version);
    if (has_epochs) fields.set("epochs", table.epochs);
    if (table.is_in_netcdf4) fields.set(names::format_line, names::netcdf4);
    fields.set("id", parts::text_of(table.id));
    fields.set("dimensions", whole.schema.dimension_count());
    fields.set("variables", whole.schema.variable_count());
    fields.set("next number", table.next_number);
    fields.set("begins", unexpected_begins(whole));
    fields.set("weights", table.weights);
    for (int part = 0; part < table.part_count(); ++part)
        fields.set(fmt::format("{} {}", names::part_line, part),
                   std::string(table.names[static_cast<std::size_t>(part)]));
    return fields.as_text();
}

std::string text_of(const model::Variable& variable, const Division& division) {
    NewFields fields;
    fields.set("number", division.number);
    fields.set("position", division.position);
    fields.set("dimensions", std::vector<std::int64_t>(variable.dimension_ids.begin(),
                                                       variable.dimension_ids.end()));
    return fields.as_text();
}

model::Variable in_master(const model::Variable& variable, const Division& division) {
    model::Variable scalar = variable;
    if (division.is_whole()) return scalar;
    scalar.dimension_ids = {};
    scalar.attributes.add(text_attribute(names::division, text_of(variable, division)));
    return scalar;
}

/// The attributes without those of `reserved`.
template <class Names>
model::AttributeList without(const model::AttributeList& list, const Names& reserved) {
    model::AttributeList kept;
    for (const model::Attribute& attribute : list) {
        const bool is_reserved =
            std::ranges::any_of(reserved, [&](const char* name) { return attribute.name == name; });
        if (!is_reserved) kept.add(model::Attribute(attribute));
    }
    return kept;
}

/// Parses the first records of the epochs of this many ranges.
bool are_epochs(const std::vector<std::int64_t>& epochs, std::int64_t ranges) {
    if (epochs.empty() || epochs.front() != 0 || std::ssize(epochs) > most_parts / ranges)
        return false;
    return std::ranges::adjacent_find(epochs, std::ranges::greater_equal()) == epochs.end();
}

Status read_weights(const Fields& fields, Table& table) {
    auto weights = fields.numbers("weights");
    if (!weights || weights->empty() || std::ssize(*weights) > most_parts)
        return damaged("the weights of its parts are missing");
    std::int64_t sum = 0;
    for (const std::int64_t weight : *weights) {
        if (weight < 0 || weight > Ranges::largest_weight - sum)
            return damaged(fmt::format("a part has the weight {}", weight));
        sum += weight;
    }
    if (sum == 0) return damaged("all its parts have the weight 0");
    table.weights = *std::move(weights);
    return {};
}

/// Reads all of the table but the variables and the names of parts.
Status read_table(const Fields& fields, Table& table) {
    const auto version_read = fields.number("version", table_version, table_version_of_netcdf4);
    table.is_in_netcdf4 = version_read == table_version_of_netcdf4;
    const bool is_known =
        version_read && (!table.is_in_netcdf4 ||
                         fields.text(names::format_line) == std::string_view(names::netcdf4));
    if (!is_known) return damaged("its version is missing or unknown");
    const auto id = set_id_of(fields.text("id").value_or(""));
    if (!id) return damaged("its id is missing");
    table.id = *id;
    const auto next = fields.number("next number", 1, largest_int);
    if (!next) return damaged("the number of the next variable is missing");
    table.next_number = static_cast<int>(*next);
    const Status weights = read_weights(fields, table);
    if (!weights.ok() || *version_read != table_version_with_epochs) return weights;
    const auto epochs = fields.numbers("epochs");
    if (!epochs || !are_epochs(*epochs, std::ssize(table.weights)))
        return damaged("its epochs are invalid");
    table.epochs = *epochs;
    return {};
}

Status read_names(std::string_view lines, const MasterPlace& place, NamesOfParts names,
                  Table& table) {
    const std::size_t count = table.weights.size() * table.epochs.size();
    table.names = PartNames(std::string(lines), count);
    const bool may_wait =
        names == NamesOfParts::when_used && std::cmp_equal(line_count(lines), count);
    return may_wait ? Status() : NameRule(table, place).check_all();
}

/// Whether a variable in a file may have these dimensions.
template <class Ids>
bool are_possible(const model::Schema& whole, const Ids& ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || ids[i] >= whole.dimension_count()) return false;
        if (i > 0 && ids[i] == whole.record_dimension()) return false;
    }
    return true;
}

Status read_division(const model::Schema& whole, const std::string& text, model::Variable& variable,
                     Division& division) {
    const auto fails = [&](const char* what) {
        return damaged(fmt::format("variable '{}' {}", variable.name, what));
    };
    const Fields fields(text);
    const auto number = fields.number("number", 1, largest_int);
    if (!number) return fails("has no number");
    const auto ids = fields.numbers("dimensions");
    if (!ids || !are_possible(whole, *ids)) return fails("has impossible dimensions");
    const auto position = fields.number("position", 0, std::ssize(*ids) - 1);
    if (!position) return fails("is divided along none of its dimensions");
    if ((*ids)[static_cast<std::size_t>(*position)] == whole.record_dimension())
        return fails("is divided along the record dimension");
    if (!variable.dimension_ids.empty()) return fails("is divided, but has dimensions");
    variable.dimension_ids = std::vector<int>(ids->begin(), ids->end());
    division = {.position = static_cast<int>(*position), .number = static_cast<int>(*number)};
    return {};
}

Status read_variables(const model::Schema& master, int count, Set& set) {
    model::Schema& whole = set.whole.schema;
    std::set<int> numbers;
    for (int id = 0; id < count; ++id) {
        model::Variable variable = master.variable(id);
        Division division;
        const auto text = text_in(variable.attributes, names::division);
        if (text) {
            const Status read = read_division(whole, *text, variable, division);
            if (!read.ok()) return read;
            variable.attributes = without(variable.attributes, names::of_divided_variables);
            if (division.number >= set.table.next_number)
                return damaged(fmt::format("variable '{}' has a number that has not been assigned",
                                           variable.name));
            if (!numbers.insert(division.number).second)
                return damaged(
                    fmt::format("variable '{}' has the number of another variable", variable.name));
        } else if (!are_possible(whole, variable.dimension_ids)) {
            return damaged(fmt::format("variable '{}' has a dimension that only the master uses",
                                       variable.name));
        }
        set.table.variables.push_back(division);
        whole.add_variable(std::move(variable));
    }
    return {};
}

/// The master's header was checked with its own variables, of which the divided ones have no
/// dimensions there: what a reader refuses in a single file is refused in the whole, too.
Status check_whole(const format::Header& whole) {
    const model::Schema& schema = whole.schema;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const auto slab = format::slab_bytes(schema, schema.variable(id));
        if (!slab.ok()) return damaged(slab.status().context());
    }
    format::Findings findings(format::Findings::Keep::errors);
    format::check_placement(whole,
                            {.header_end = format::header_bytes(whole),
                             .file_bytes = std::numeric_limits<std::int64_t>::max()},
                            findings);
    return findings.has_error() ? damaged(findings.status().context()) : Status();
}

}  // namespace

model::Schema first_of(const model::Schema& schema, int dimensions, int variables) {
    model::Schema first;
    first.record_count = schema.record_count;
    for (int id = 0; id < dimensions; ++id)
        first.add_dimension(model::Dimension(schema.dimension(id)));
    for (int id = 0; id < variables; ++id) first.add_variable(model::Variable(schema.variable(id)));
    return first;
}

model::Schema master_of(const format::HeaderView& header, const Table& table) {
    const model::Schema& whole = header.schema;
    model::Schema master = first_of(whole, whole.dimension_count(), 0);
    master.global_attributes = whole.global_attributes;
    master.global_attributes.add(text_attribute(names::set, text_of(header, table)));
    for (int id = 0; id < whole.variable_count(); ++id)
        master.add_variable(
            in_master(whole.variable(id), table.variables[static_cast<std::size_t>(id)]));
    add_aggregation(header.version, whole, table, master);
    return master;
}

Result<std::optional<Set>> merge(format::Version version, const model::Schema& master,
                                 const MasterPlace& place, NamesOfParts names_of_parts) {
    const auto text = text_within(master.global_attributes, names::set);
    if (!text) return std::optional<Set>();
    DividedText lines = divided_at(*text, names::part_line);
    const Fields fields(std::move(lines.others));
    const auto dimensions = fields.number("dimensions", 0, master.dimension_count());
    const auto variables = fields.number("variables", 0, master.variable_count());
    if (!dimensions || !variables) return damaged("it has too few dimensions or variables");
    Set set;
    set.whole.version = version;
    model::Schema& whole = set.whole.schema;
    whole = first_of(master, static_cast<int>(*dimensions), 0);
    constexpr const char* reserved[] = {names::set};
    whole.global_attributes = without(master.global_attributes, reserved);
    Status status = read_table(fields, set.table);
    if (status.ok()) status = read_names(lines.of_stem, place, names_of_parts, set.table);
    if (status.ok()) status = read_variables(master, static_cast<int>(*variables), set);
    if (!status.ok()) return status;
    auto begins =
        begins_by(version, whole, fields.numbers("begins").value_or(std::vector<std::int64_t>()));
    if (!begins.ok()) return begins.status();
    set.whole.begins = std::move(begins).value();
    status = check_whole(set.whole);
    if (!status.ok()) return status;
    return std::optional(std::move(set));
}

}  // namespace weft::parts
