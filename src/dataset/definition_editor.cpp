// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/definition_editor.hpp"

#include <fmt/format.h>

#include <limits>
#include <span>
#include <utility>

#include "dataset/constants.hpp"
#include "model/names.hpp"
#include "model/schema.hpp"
#include "types/types.hpp"

namespace weft::dataset {
namespace {

constexpr int most_items = std::numeric_limits<int>::max() - 1;

/// In the natural type of the variable.
std::string bytes_of_value(const model::Variable& variable, const void* value) {
    const types::Memory memory = types::natural_memory(variable.type);
    return {static_cast<const char*>(value), static_cast<std::size_t>(types::size_of(memory))};
}

}  // namespace

Result<model::Dimension> DefinitionEditor::new_dimension(std::string_view name,
                                                         std::int64_t length) const {
    Result<std::string> normal = model::normalised_name(name);
    if (!normal.ok()) return normal.status();
    if (length < 0 || length > definition_.limits.dimension_length) {
        return Status(Code::edimsize,
                      fmt::format("dimension '{}' cannot have the length {}", name, length));
    }
    if (length == 0 && definition_.schema.record_dimension() >= 0) {
        return Status(Code::eunlimit,
                      fmt::format("'{}' would be a second unlimited dimension", name));
    }
    if (definition_.schema.dimension_count() >= most_items)
        return Status(Code::emaxdims, "no ids left");
    if (definition_.schema.find_dimension(normal.value()) >= 0) {
        return Status(Code::enameinuse, fmt::format("dimension '{}' exists already", name));
    }
    return model::Dimension{
        .name = std::move(normal).value(), .length = length, .is_unlimited = length == 0};
}

Change DefinitionEditor::add_dimension(const char* name, std::int64_t length) const {
    const std::string_view text = container::view_of(name);
    Result<model::Dimension> made = new_dimension(text, length);
    Change change{.checked = made.status()};
    if (rules_.compares_arguments) {
        change.arguments = {{Code::emultidefine_dim_name, "dimension name", std::string(text)},
                            {Code::emultidefine_dim_size, "dimension length", field_of(length)}};
    }
    if (!made.ok()) return change;
    change.make = [&schema = definition_.schema, made = std::move(made).value()]() mutable {
        schema.add_dimension(std::move(made));
    };
    return change;
}

Status DefinitionEditor::check_dimensions(std::string_view variable, int rank,
                                          const int* ids) const {
    if (rank > 0 && ids == nullptr) return {Code::einval, "dimids is NULL"};
    for (int i = 0; i < rank; ++i) {
        const Status known = definition_.check_dimension(ids[i]);
        if (!known.ok()) return known;
    }
    for (int i = 1; i < rank; ++i) {
        if (ids[i] != definition_.schema.record_dimension()) continue;
        return {Code::eunlimpos,
                fmt::format("variable '{}': the unlimited dimension must come first", variable)};
    }
    return {};
}

/// Dimension ids as one field, up to the first invalid one: the memory behind it may not exist.
std::string DefinitionEditor::field_of_dimensions(int rank, const int* ids) const {
    std::string field;
    for (int i = 0; ids != nullptr && i < rank; ++i) {
        field += fmt::format("{},", ids[i]);
        if (!definition_.check_dimension(ids[i]).ok()) break;
    }
    return field;
}

Result<model::Variable> DefinitionEditor::new_variable(std::string_view name, int type, int rank,
                                                       const int* ids) const {
    Result<std::string> normal = model::normalised_name(name);
    if (!normal.ok()) return normal.status();
    Status status = definition_.check_type(type);
    if (!status.ok()) {
        const bool strict = rules_.classic_model && status.code() == Code::estrictcdf2;
        return strict ? Status(Code::estrictnc3, status.context()) : status;
    }
    if (rank < 0)
        return Status(Code::einval,
                      fmt::format("variable '{}' cannot have {} dimensions", name, rank));
    if (definition_.schema.variable_count() >= most_items)
        return Status(Code::emaxvars, "no ids left");
    if (definition_.schema.find_variable(normal.value()) >= 0) {
        return Status(Code::enameinuse, fmt::format("variable '{}' exists already", name));
    }
    status = check_dimensions(name, rank, ids);
    if (!status.ok()) return status;
    model::Variable variable;
    variable.name = std::move(normal).value();
    variable.type = *types::external_from_number(type);
    variable.dimension_ids = std::span<const int>(ids, static_cast<std::size_t>(rank));
    status = model::slab_value_bytes(definition_.schema, variable).status();
    if (!status.ok()) return status;
    return variable;
}

Change DefinitionEditor::add_variable(const char* name, int type, int rank, const int* ids) const {
    const std::string_view text = container::view_of(name);
    Result<model::Variable> made = new_variable(text, type, rank, ids);
    Change change{.checked = made.status()};
    if (rules_.compares_arguments) {
        change.arguments = {
            {Code::emultidefine_var_name, "variable name", std::string(text)},
            {Code::emultidefine_var_ndims, "number of dimensions", field_of(rank)},
            {Code::emultidefine_var_type, "variable type", field_of(type)},
            {Code::emultidefine_var_dimids, "dimension ids", field_of_dimensions(rank, ids)}};
    }
    if (!made.ok()) return change;
    change.make = [&definition = definition_, made = std::move(made).value()]() mutable {
        definition.no_fill.push_back(!definition.fill_new);
        definition.schema.add_variable(std::move(made));
    };
    return change;
}

Status DefinitionEditor::check_dimension_name(int id, const Result<std::string>& name) const {
    if (!name.ok()) return name.status();
    const Status known = definition_.check_dimension(id);
    if (!known.ok()) return known;
    const int holder = definition_.schema.find_dimension(name.value());
    if (holder >= 0 && holder != id)
        return {Code::enameinuse, fmt::format("dimension '{}' exists", name.value())};
    return rules_.check_renaming(definition_.schema.dimension(id).name, name.value());
}

Change DefinitionEditor::rename_dimension(int id, const char* name) const {
    const std::string_view text = container::view_of(name);
    Result<std::string> normal = model::normalised_name(text);
    Change change{.checked = check_dimension_name(id, normal)};
    if (rules_.compares_arguments) {
        change.arguments = {{Code::emultidefine_fnc_args, "dimension id", field_of(id)},
                            {Code::emultidefine_dim_name, "new name", std::string(text)}};
    }
    if (!change.checked.ok()) return change;
    change.make = [&schema = definition_.schema, id, name = std::move(normal).value()] {
        if (schema.dimension(id).name != name) schema.rename_dimension(id, name);
    };
    return change;
}

Status DefinitionEditor::check_variable_name(int id, const Result<std::string>& name) const {
    if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is not a variable"};
    const Status known = definition_.check_variable(id);
    if (!known.ok()) return known;
    if (!name.ok()) return name.status();
    if (definition_.schema.find_variable(name.value()) >= 0)
        return {Code::enameinuse, fmt::format("variable '{}' exists", name.value())};
    return rules_.check_renaming(definition_.schema.variable(id).name, name.value());
}

Change DefinitionEditor::rename_variable(int id, const char* name) const {
    const std::string_view text = container::view_of(name);
    Result<std::string> normal = model::normalised_name(text);
    Change change{.checked = check_variable_name(id, normal)};
    if (rules_.compares_arguments) {
        change.arguments = {{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                            {Code::emultidefine_var_name, "new name", std::string(text)}};
    }
    if (!change.checked.ok()) return change;
    change.make = [&schema = definition_.schema, id, name = std::move(normal).value()] {
        schema.rename_variable(id, name);
    };
    return change;
}

Change DefinitionEditor::set_fill_mode(int mode) const {
    Change change;
    if (mode != fill_modes::fill && mode != fill_modes::no_fill)
        change.checked = {Code::einval, fmt::format("there is no fill mode {}", mode)};
    if (rules_.compares_arguments)
        change.arguments = {{Code::emultidefine_fill_mode, "fill mode", field_of(mode)}};
    change.make = [&definition = definition_, mode] {
        definition.fill_new = mode == fill_modes::fill;
        definition.no_fill.assign(definition.no_fill.size(), !definition.fill_new);
    };
    return change;
}

Change DefinitionEditor::set_fill_of_variable(int id, bool no_fill, const void* value) const {
    Change change;
    change.checked = id == global_attributes_id
                         ? Status(Code::eglobal, "NC_GLOBAL is not a variable")
                         : definition_.check_variable(id);
    if (rules_.compares_arguments) {
        const bool has_value = change.checked.ok() && value != nullptr && !no_fill;
        change.arguments = {
            {Code::emultidefine_fnc_args, "variable id", field_of(id)},
            {Code::emultidefine_fnc_args, "fill mode", field_of(no_fill)},
            {Code::emultidefine_fnc_args, "NULL as the value", field_of(value == nullptr)},
            {Code::emultidefine_var_fill_value, "fill value",
             has_value ? bytes_of_value(definition_.variable(id), value) : std::string()}};
    }
    change.make = [&definition = definition_, id, no_fill] {
        definition.no_fill[static_cast<std::size_t>(id)] = no_fill;
    };
    return change;
}

}  // namespace weft::dataset
