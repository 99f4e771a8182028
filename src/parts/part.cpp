// SPDX-License-Identifier: BSD-3-Clause
#include "parts/part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "parts/attribute_values.hpp"
#include "parts/fields.hpp"
#include "parts/names.hpp"
#include "parts/set_id.hpp"

namespace weft::parts {
namespace {

/// The dimensions of a part, made as its variables need them: undivided ones as in the whole,
/// ranges of divided ones.
class Dimensions {
public:
    Dimensions(const model::Schema& whole, const Table& table, int part)
        : whole_(whole),
          table_(table),
          part_(part),
          uses_(static_cast<std::size_t>(whole.dimension_count())) {
        for (int id = 0; id < whole.variable_count(); ++id) note(id);
    }

    /// Adds all dimensions that are needed, in the order of the whole.
    void add_to(model::Schema& schema) {
        for (int id = 0; id < whole_.dimension_count(); ++id) {
            const model::Dimension& dimension = whole_.dimension(id);
            Uses& uses = uses_[static_cast<std::size_t>(id)];
            if (uses.entire) uses.entire_id = schema.add_dimension(model::Dimension(dimension));
            if (uses.length > 0) {
                const std::string name = free_name(schema, std::string(dimension.name));
                uses.range_id = schema.add_dimension({.name = name, .length = uses.length});
            }
        }
    }

    [[nodiscard]] std::vector<int> ids_for(int variable) const {
        const Division& division = table_.variables[static_cast<std::size_t>(variable)];
        std::vector<int> ids;
        for (const int id : whole_.variable(variable).dimension_ids) {
            const Uses& uses = uses_[static_cast<std::size_t>(id)];
            const bool is_divided = std::ssize(ids) == division.position;
            ids.push_back(is_divided ? uses.range_id : uses.entire_id);
        }
        return ids;
    }

    [[nodiscard]] bool has(int variable) const {
        return !table_.indices_in(whole_, variable, part_).empty();
    }

private:
    struct Uses {
        bool entire = false;
        std::int64_t length = 0;  // of the range; 0: none is needed
        int entire_id = -1;       // id in the part
        int range_id = -1;
    };

    void note(int variable) {
        if (!has(variable)) return;
        const auto& ids = whole_.variable(variable).dimension_ids;
        const int position = table_.variables[static_cast<std::size_t>(variable)].position;
        for (int i = 0; i < static_cast<int>(ids.size()); ++i) {
            Uses& uses = uses_[static_cast<std::size_t>(ids[static_cast<std::size_t>(i)])];
            if (i == position) {
                uses.length = table_.indices_in(whole_, variable, part_).length();
            } else {
                uses.entire = true;
            }
        }
    }

    /// A range has its dimension's name, unless the part needs the dimension, too.
    [[nodiscard]] std::string free_name(const model::Schema& schema, std::string name) const {
        while (schema.find_dimension(name) >= 0 ||
               (schema.dimension_count() > 0 && whole_.find_dimension(name) >= 0 &&
                uses_[static_cast<std::size_t>(whole_.find_dimension(name))].entire))
            name += "_part";
        return name;
    }

    const model::Schema& whole_;
    const Table& table_;
    int part_;
    std::vector<Uses> uses_;
};

std::string text_of(const model::Schema& whole, const Table& table, int variable, int part) {
    const Division& division = table.variables[static_cast<std::size_t>(variable)];
    const region::Interval range = table.indices_in(whole, variable, part);
    NewFields fields;
    fields.set("number", division.number);
    fields.set("position", division.position);
    fields.set("range", std::vector<std::int64_t>{range.begin, range.end});
    return fields.as_text();
}

std::string text_of(const Table& table, int part) {
    NewFields fields;
    fields.set("set", parts::text_of(table.id));
    fields.set("part", part);
    fields.set("parts", table.range_count());
    if (table.epoch_of(part) > 0)
        fields.set("first record", table.records_of(table.epoch_of(part)).begin);
    return fields.as_text();
}

std::optional<int> number_of(const model::Variable& variable) {
    const auto text = text_in(variable.attributes, names::division);
    if (!text) return std::nullopt;
    const auto number = Fields(*text).number("number", 1, largest_int);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// The variables by their numbers.
std::map<int, int> numbers_in(const model::Schema& schema) {
    std::map<int, int> ids;
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (const auto number = number_of(schema.variable(id))) ids.emplace(*number, id);
    }
    return ids;
}

/// The lengths of its dimensions, 0 for records.
std::vector<std::int64_t> lengths_of(const model::Schema& schema, const model::Variable& variable) {
    std::vector<std::int64_t> lengths;
    for (const int id : variable.dimension_ids) lengths.push_back(schema.dimension(id).length);
    return lengths;
}

}  // namespace

Part part_of(const model::Schema& whole, const Table& table, int part) {
    Part made;
    made.schema.record_count = table.records_in(part, whole.record_count);
    made.schema.global_attributes.add(text_attribute(names::part, text_of(table, part)));
    Dimensions dimensions(whole, table, part);
    dimensions.add_to(made.schema);
    for (int id = 0; id < whole.variable_count(); ++id) {
        made.variable_ids.push_back(Part::none);
        if (!dimensions.has(id)) continue;
        model::Variable variable = whole.variable(id);
        variable.dimension_ids = dimensions.ids_for(id);
        variable.attributes.add(text_attribute(names::division, text_of(whole, table, id, part)));
        made.variable_ids.back() = made.schema.add_variable(std::move(variable));
    }
    return made;
}

Result<Part> as_part(model::Schema found, const model::Schema& whole, const Table& table,
                     int part) {
    const Status identity = check_identity(found, table, part);
    if (!identity.ok()) return identity;
    const Part expected = part_of(whole, table, part);
    Part made{.schema = std::move(found), .variable_ids = expected.variable_ids};
    const std::map<int, int> numbers = numbers_in(made.schema);
    for (int id = 0; id < whole.variable_count(); ++id) {
        int& found_id = made.variable_ids[static_cast<std::size_t>(id)];
        if (found_id == Part::none) continue;
        const model::Variable& wanted = expected.schema.variable(found_id);
        const auto same = numbers.find(table.variables[static_cast<std::size_t>(id)].number);
        if (same == numbers.end())
            return Status(Code::enotnc, fmt::format("variable '{}' is missing", wanted.name));
        found_id = same->second;
        const model::Variable& variable = made.schema.variable(found_id);
        if (variable.type != wanted.type ||
            lengths_of(made.schema, variable) != lengths_of(expected.schema, wanted))
            return Status(Code::enotnc,
                          fmt::format("its variable '{}' has another type or shape than the "
                                      "master says",
                                      variable.name));
    }
    return made;
}

int last_number_in(const model::Schema& part) {
    const std::map<int, int> numbers = numbers_in(part);
    return numbers.empty() ? 0 : numbers.rbegin()->first;
}

Status check_identity(const model::Schema& found, const Table& table, int part) {
    const auto text = text_in(found.global_attributes, names::part);
    if (!text) return {Code::enotnc, "it is not part of a set"};
    const Fields fields(*text);
    if (fields.text("set") != parts::text_of(table.id))
        return {Code::enotnc, "it is a part of another set"};
    const auto number = fields.number("part", 0, largest_int);
    if (number != part)
        return {Code::enotnc, fmt::format("it is part {} of the set, not part {}",
                                          number ? std::to_string(*number) : "?", part)};
    return {};
}

std::optional<SetId> set_of_part(const model::Schema& file) {
    const auto text = text_in(file.global_attributes, names::part);
    return text ? set_id_of(Fields(*text).text("set").value_or("")) : std::nullopt;
}

void name_master(model::Schema& part, std::string_view place) {
    model::AttributeList& attributes = part.global_attributes;
    const std::string text = text_in(attributes, names::part).value_or("");
    attributes.at(attributes.find(names::part)) =
        text_attribute(names::part, text + fmt::format("{}: {}\n", names::masters_place, place));
}

std::string masters_place(const model::Schema& part) {
    const auto text = text_in(part.global_attributes, names::part);
    if (!text) return {};
    return std::string(Fields(*text).text(names::masters_place).value_or(""));
}

namespace {

// A part whose set is defined anew.

std::string free_variable_name(const model::Schema& schema, std::string name) {
    while (schema.find_variable(name) >= 0) name += '_';
    return name;
}

/// A dimension of that length: the existing one of the same name, or a new one.
int dimension_like(model::Schema& schema, model::Dimension wanted) {
    if (wanted.is_unlimited && schema.record_dimension() >= 0) return schema.record_dimension();
    std::string name(wanted.name);
    int id = schema.find_dimension(name);
    while (id >= 0 && schema.dimension(id).length != wanted.length) {
        name += '_';
        id = schema.find_dimension(name);
    }
    wanted.name = name;
    return id >= 0 ? id : schema.add_dimension(std::move(wanted));
}

void take_variable(model::Variable variable, const model::Schema& from, model::Schema& schema,
                   int& id) {
    if (id != Part::none) {
        model::Variable& known = schema.variable(id);
        known.attributes = std::move(variable.attributes);
        if (known.name != variable.name)
            schema.rename_variable(id, free_variable_name(schema, std::string(variable.name)));
        return;
    }
    for (int& dimension : variable.dimension_ids)
        dimension = dimension_like(schema, from.dimension(dimension));
    variable.name = free_variable_name(schema, std::string(variable.name));
    id = schema.add_variable(std::move(variable));
}

}  // namespace

Part extended(const Part& part, const model::Schema& whole, const Table& table, int number) {
    const Part wanted = part_of(whole, table, number);
    Part made{.schema = part.schema, .variable_ids = part.variable_ids};
    made.schema.record_count = table.records_in(number, whole.record_count);
    made.variable_ids.resize(static_cast<std::size_t>(whole.variable_count()), Part::none);
    for (std::size_t i = 0; i < made.variable_ids.size(); ++i) {
        if (wanted.variable_ids[i] == Part::none) continue;
        take_variable(wanted.schema.variable(wanted.variable_ids[i]), wanted.schema, made.schema,
                      made.variable_ids[i]);
    }
    return made;
}

}  // namespace weft::parts
