// SPDX-License-Identifier: BSD-3-Clause
// Dimensions and variables. The order of the checks is the contract's.
#include <fmt/format.h>

#include <limits>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "format/names.hpp"
#include "format/sizes.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int most_items = std::numeric_limits<int>::max() - 1;

std::string_view view_of(const char* text) {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

}  // namespace

Status Dataset::check_defining() const {
    if (broken_) return interrupted_change();
    if (state_ != State::define) return {Code::enotindefine, "only legal in define mode"};
    return {};
}

Status Dataset::interrupted_change() {
    return {Code::efile, "a change of the definition was interrupted; open the file again"};
}

/// In safe mode all ranks compare their arguments and return the same status; else each its own. In
/// data mode the header is rewritten at once, by all ranks or by none, so that none is left alone
/// in it; arguments may differ there (a time stamp, say), and rank 0's are written.
Status Dataset::agree_on_change(Status mine, const UniformFields& fields) {
    if (switches_.safe_mode) return compare_fields(comm(), std::move(mine), fields);
    return state_ == State::define ? mine : mpi::agree(comm(), mine).status();
}

Status Dataset::check_dimension(int id) const {
    if (id >= 0 && id < schema_.dimension_count()) return {};
    return {Code::ebaddim, fmt::format("dimension id {} of {}", id, schema_.dimension_count())};
}

Status Dataset::check_variable(int id) const {
    if (id >= 0 && id < schema_.variable_count()) return {};
    return {Code::enotvar, fmt::format("variable id {} of {}", id, schema_.variable_count())};
}

Status Dataset::check_new_dimension(std::string_view name, std::int64_t length) const {
    const Result<std::string> normal = format::normalised_name(name);
    if (!normal.ok()) return normal.status();
    if (length < 0 || length > format::limits_of(schema_.version).dimension_length) {
        return {Code::edimsize, fmt::format("dimension '{}' of length {}", name, length)};
    }
    if (length == 0 && schema_.record_dimension() >= 0) {
        return {Code::eunlimit, fmt::format("'{}' would be a second unlimited dimension", name)};
    }
    if (schema_.dimension_count() >= most_items) return {Code::emaxdims, "no ids left"};
    if (schema_.find_dimension(normal.value()) >= 0) {
        return {Code::enameinuse, fmt::format("dimension '{}' exists", name)};
    }
    return {};
}

Result<int> Dataset::define_dimension(const char* name, std::int64_t length) {
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    const std::string_view text = view_of(name);
    const Status status = agree_on_change(
        check_new_dimension(text, length),
        {{Code::emultidefine_dim_name, "dimension name", std::string(text)},
         {Code::emultidefine_dim_size, "dimension length", dataset::field_of(length)}});
    if (!status.ok()) return status;
    return schema_.add_dimension({.name = format::normalised_name(text).value(), .length = length});
}

Status Dataset::check_type(int type) const {
    if (!types::external_from_number(type))
        return {Code::ebadtype, fmt::format("external type {}", type)};
    if (type <= format::limits_of(schema_.version).last_type) return {};
    return {Code::estrictcdf2, fmt::format("external type {} needs the CDF-5 format", type)};
}

Status Dataset::check_variable_dimensions(std::string_view name, int rank, const int* ids) const {
    if (rank > 0 && ids == nullptr) return {Code::einval, "dimids is NULL"};
    for (int i = 0; i < rank; ++i) {
        const Status known = check_dimension(ids[i]);
        if (!known.ok()) return known;
    }
    for (int i = 1; i < rank; ++i) {
        if (ids[i] != schema_.record_dimension()) continue;
        return {Code::eunlimpos,
                fmt::format("variable '{}': the unlimited dimension must come first", name)};
    }
    return {};
}

/// Dimension ids as one field, up to the first that is none: nobody says that there is memory
/// behind it.
std::string Dataset::field_of_dimensions(int rank, const int* ids) const {
    std::string field;
    for (int i = 0; ids != nullptr && i < rank; ++i) {
        field += fmt::format("{},", ids[i]);
        if (!check_dimension(ids[i]).ok()) break;
    }
    return field;
}

Status Dataset::check_new_variable(std::string_view name, int type, int rank,
                                   const int* ids) const {
    const Result<std::string> normal = format::normalised_name(name);
    if (!normal.ok()) return normal.status();
    Status status = check_type(type);
    if (!status.ok()) {
        const bool strict = classic_model_ && status.code() == Code::estrictcdf2;
        return strict ? Status(Code::estrictnc3, status.context()) : status;
    }
    if (rank < 0)
        return {Code::einval, fmt::format("variable '{}' with {} dimensions", name, rank)};
    if (schema_.variable_count() >= most_items) return {Code::emaxvars, "no ids left"};
    if (schema_.find_variable(normal.value()) >= 0) {
        return {Code::enameinuse, fmt::format("variable '{}' exists", name)};
    }
    status = check_variable_dimensions(name, rank, ids);
    if (!status.ok()) return status;
    format::Variable variable;
    variable.name = name;
    variable.type = *types::external_from_number(type);
    variable.dimension_ids.assign(ids, ids + rank);
    return format::slab_bytes(schema_, variable).status();
}

Result<int> Dataset::define_variable(const char* name, int type, int rank, const int* ids) {
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    const std::string_view text = view_of(name);
    const Status status = agree_on_change(
        check_new_variable(text, type, rank, ids),
        {{Code::emultidefine_var_name, "variable name", std::string(text)},
         {Code::emultidefine_var_ndims, "number of dimensions", dataset::field_of(rank)},
         {Code::emultidefine_var_type, "variable type", dataset::field_of(type)},
         {Code::emultidefine_var_dimids, "dimension ids", field_of_dimensions(rank, ids)}});
    if (!status.ok()) return status;
    format::Variable variable;
    variable.name = format::normalised_name(text).value();
    variable.type = *types::external_from_number(type);
    variable.dimension_ids.assign(ids, ids + rank);
    no_fill_.push_back(!fill_new_);
    return schema_.add_variable(std::move(variable));
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
    const Result<std::string> normal = format::normalised_name(text);
    const auto check = [&]() -> Status {
        if (!normal.ok()) return normal.status();
        const Status known = check_dimension(id);
        if (!known.ok()) return known;
        const int holder = schema_.find_dimension(normal.value());
        if (holder >= 0 && holder != id)
            return {Code::enameinuse, fmt::format("dimension '{}' exists", text)};
        return check_renaming(schema_.dimension(id).name, normal.value());
    };
    const Status status = agree_on_change(
        check(), {{Code::emultidefine_fnc_args, "dimension id", dataset::field_of(id)},
                  {Code::emultidefine_dim_name, "new name", std::string(text)}});
    if (!status.ok()) return status;
    if (schema_.dimension(id).name != normal.value()) schema_.rename_dimension(id, normal.value());
    return state_ == State::define ? Status() : rewrite_header();
}

Status Dataset::rename_variable(int id, const char* name) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    const std::string_view text = view_of(name);
    const Result<std::string> normal = format::normalised_name(text);
    const auto check = [&]() -> Status {
        if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is no variable"};
        const Status known = check_variable(id);
        if (!known.ok()) return known;
        if (!normal.ok()) return normal.status();
        if (schema_.find_variable(normal.value()) >= 0) {
            return {Code::enameinuse, fmt::format("variable '{}' exists", text)};
        }
        return check_renaming(schema_.variable(id).name, normal.value());
    };
    const Status status = agree_on_change(
        check(), {{Code::emultidefine_fnc_args, "variable id", dataset::field_of(id)},
                  {Code::emultidefine_var_name, "new name", std::string(text)}});
    if (!status.ok()) return status;
    schema_.rename_variable(id, normal.value());
    return state_ == State::define ? Status() : rewrite_header();
}

Result<int> Dataset::find_dimension(const char* name) const {
    const Result<std::string> sought = format::sought_name(view_of(name));
    if (!sought.ok()) return sought.status();
    const int id = schema_.find_dimension(sought.value());
    if (id < 0) return Status(Code::ebaddim, fmt::format("no dimension '{}'", sought.value()));
    return id;
}

Result<int> Dataset::find_variable(const char* name) const {
    const Result<std::string> sought = format::sought_name(view_of(name));
    if (!sought.ok()) return sought.status();
    const int id = schema_.find_variable(sought.value());
    if (id < 0) return Status(Code::enotvar, fmt::format("no variable '{}'", sought.value()));
    return id;
}

/// In define mode that of the definition so far.
std::int64_t Dataset::record_bytes() const {
    const Result<std::int64_t> bytes = format::record_bytes(schema_);
    return bytes.ok() ? bytes.value() : 0;
}

std::int64_t Dataset::dimension_length(int id) const {
    return id == schema_.record_dimension() ? schema_.record_count : schema_.dimension(id).length;
}

}  // namespace weft::dataset
