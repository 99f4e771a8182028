// SPDX-License-Identifier: BSD-3-Clause
// Dimensions and variables. The contract gives the order of the checks.
#include <fmt/format.h>

#include <limits>
#include <span>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "model/names.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int most_items = std::numeric_limits<int>::max() - 1;

}  // namespace

Status Dataset::check_defining() const {
    if (condition_.broken) return interrupted_change();
    if (state_ != State::define) return {Code::enotindefine, "only allowed in define mode"};
    return {};
}

Status Dataset::interrupted_change() {
    return {Code::efile, "a change of the definition was interrupted; open the file again"};
}

Result<model::Dimension> Dataset::new_dimension(std::string_view name, std::int64_t length) const {
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

Result<int> Dataset::define_dimension(const char* name, std::int64_t length) {
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    const std::string_view text = view_of(name);
    Result<model::Dimension> made = new_dimension(text, length);
    const Status status = agree_on_change(made.status(), [&] {
        return UniformFields{
            {Code::emultidefine_dim_name, "dimension name", std::string(text)},
            {Code::emultidefine_dim_size, "dimension length", dataset::field_of(length)}};
    });
    if (!status.ok()) return status;
    return definition_.schema.add_dimension(std::move(made).value());
}

Status Dataset::check_type(int type) const {
    if (!types::external_from_number(type))
        return {Code::ebadtype, fmt::format("there is no external type {}", type)};
    if (type <= definition_.limits.last_type) return {};
    return {Code::estrictcdf2, fmt::format("external type {} needs the CDF-5 format", type)};
}

Status Dataset::check_variable_dimensions(std::string_view name, int rank, const int* ids) const {
    if (rank > 0 && ids == nullptr) return {Code::einval, "dimids is NULL"};
    for (int i = 0; i < rank; ++i) {
        const Status known = definition_.check_dimension(ids[i]);
        if (!known.ok()) return known;
    }
    for (int i = 1; i < rank; ++i) {
        if (ids[i] != definition_.schema.record_dimension()) continue;
        return {Code::eunlimpos,
                fmt::format("variable '{}': the unlimited dimension must come first", name)};
    }
    return {};
}

/// Dimension ids as one field, up to the first invalid one: the memory behind it may not exist.
std::string Dataset::field_of_dimensions(int rank, const int* ids) const {
    std::string field;
    for (int i = 0; ids != nullptr && i < rank; ++i) {
        field += fmt::format("{},", ids[i]);
        if (!definition_.check_dimension(ids[i]).ok()) break;
    }
    return field;
}

Result<model::Variable> Dataset::new_variable(std::string_view name, int type, int rank,
                                              const int* ids) const {
    Result<std::string> normal = model::normalised_name(name);
    if (!normal.ok()) return normal.status();
    Status status = check_type(type);
    if (!status.ok()) {
        const bool strict = classic_model_ && status.code() == Code::estrictcdf2;
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
    status = check_variable_dimensions(name, rank, ids);
    if (!status.ok()) return status;
    model::Variable variable;
    variable.name = std::move(normal).value();
    variable.type = *types::external_from_number(type);
    variable.dimension_ids = std::span<const int>(ids, static_cast<std::size_t>(rank));
    status = model::slab_value_bytes(definition_.schema, variable).status();
    if (!status.ok()) return status;
    return variable;
}

Result<int> Dataset::define_variable(const char* name, int type, int rank, const int* ids) {
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    const std::string_view text = view_of(name);
    Result<model::Variable> made = new_variable(text, type, rank, ids);
    const Status status = agree_on_change(made.status(), [&] {
        return UniformFields{
            {Code::emultidefine_var_name, "variable name", std::string(text)},
            {Code::emultidefine_var_ndims, "number of dimensions", dataset::field_of(rank)},
            {Code::emultidefine_var_type, "variable type", dataset::field_of(type)},
            {Code::emultidefine_var_dimids, "dimension ids", field_of_dimensions(rank, ids)}};
    });
    if (!status.ok()) return status;
    definition_.no_fill.push_back(!definition_.fill_new);
    return definition_.schema.add_variable(std::move(made).value());
}

/// In data mode the header cannot grow.
Status Dataset::check_renaming(std::string_view old_name, std::string_view new_name) const {
    if (state_ == State::define || new_name.size() <= old_name.size()) return {};
    return {Code::enotindefine,
            fmt::format("'{}' is longer than '{}', which needs define mode", new_name, old_name)};
}

Status Dataset::rename_dimension(int id, const char* name) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    const std::string_view text = view_of(name);
    const Result<std::string> normal = model::normalised_name(text);
    const auto check = [&]() -> Status {
        if (!normal.ok()) return normal.status();
        const Status known = definition_.check_dimension(id);
        if (!known.ok()) return known;
        const int holder = definition_.schema.find_dimension(normal.value());
        if (holder >= 0 && holder != id)
            return {Code::enameinuse, fmt::format("dimension '{}' exists", text)};
        return check_renaming(definition_.schema.dimension(id).name, normal.value());
    };
    const Status status = agree_on_change(check(), [&] {
        return UniformFields{{Code::emultidefine_fnc_args, "dimension id", dataset::field_of(id)},
                             {Code::emultidefine_dim_name, "new name", std::string(text)}};
    });
    if (!status.ok()) return status;
    if (definition_.schema.dimension(id).name != normal.value())
        definition_.schema.rename_dimension(id, normal.value());
    return state_ == State::define ? Status() : rewrite_header();
}

Status Dataset::rename_variable(int id, const char* name) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    const std::string_view text = view_of(name);
    const Result<std::string> normal = model::normalised_name(text);
    const auto check = [&]() -> Status {
        if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is not a variable"};
        const Status known = definition_.check_variable(id);
        if (!known.ok()) return known;
        if (!normal.ok()) return normal.status();
        if (definition_.schema.find_variable(normal.value()) >= 0) {
            return {Code::enameinuse, fmt::format("variable '{}' exists", text)};
        }
        return check_renaming(definition_.schema.variable(id).name, normal.value());
    };
    const Status status = agree_on_change(check(), [&] {
        return UniformFields{{Code::emultidefine_fnc_args, "variable id", dataset::field_of(id)},
                             {Code::emultidefine_var_name, "new name", std::string(text)}};
    });
    if (!status.ok()) return status;
    definition_.schema.rename_variable(id, normal.value());
    return state_ == State::define ? Status() : rewrite_header();
}

}  // namespace weft::dataset
