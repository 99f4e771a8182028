// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/definition_editor.hpp"

#include <fmt/format.h>

#include <bit>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/checked.hpp"
#include "dataset/constants.hpp"
#include "model/names.hpp"
#include "model/schema.hpp"
#include "types/types.hpp"

namespace weft::dataset {
namespace {

constexpr int most_items = std::numeric_limits<int>::max() - 1;

std::span<const int> span_of(int rank, const int* ids) {
    return {ids, static_cast<std::size_t>(rank)};
}

std::string field_of_storage(const model::Storage& storage) {
    std::string field = fmt::format("{}", static_cast<int>(storage.layout));
    for (const std::int64_t length : storage.chunk) field += fmt::format(",{}", length);
    for (const model::Filter& filter : storage.filters) {
        field += fmt::format(";{}", filter.id);
        for (const std::uint32_t parameter : filter.parameters)
            field += fmt::format(",{}", parameter);
    }
    return field;
}

/// The bytes of a value in the variable's natural type.
std::string bytes_of_value(const model::Variable& variable, const void* value) {
    const types::Memory memory = types::natural_memory(variable.type);
    return {static_cast<const char*>(value), static_cast<std::size_t>(types::size_of(memory))};
}

}  // namespace

Status DefinitionEditor::check_new_dimension(const Result<std::string_view>& name,
                                             std::int64_t length) const {
    if (!name.ok()) return name.status();
    if (length < 0 || length > definition_.limits.dimension_length) {
        return {Code::edimsize,
                fmt::format("dimension '{}' cannot have the length {}", name.value(), length)};
    }
    const bool may_be_unlimited =
        definition_.limits.grows_freely || definition_.schema.record_dimension() < 0;
    if (length == 0 && !may_be_unlimited) {
        return {Code::eunlimit,
                fmt::format("'{}' would be a second unlimited dimension", name.value())};
    }
    if (definition_.schema.dimension_count() >= most_items) return {Code::emaxdims, "no ids left"};
    if (definition_.schema.find_dimension(name.value()) >= 0)
        return {Code::enameinuse, fmt::format("dimension '{}' exists already", name.value())};
    return definition_.check_no_group(name.value());
}

Status DefinitionEditor::add_dimension(const char* name, std::int64_t length) {
    const std::string_view text = container::view_of(name);
    std::string room;
    const Result<std::string_view> normal = model::normalised_name(text, room);
    UniformFields arguments;
    if (rules_.compares_arguments) {
        arguments = {{Code::emultidefine_dim_name, "dimension name", std::string(text)},
                     {Code::emultidefine_dim_size, "dimension length", field_of(length)}};
    }
    const Status agreed = steps_.agree(check_new_dimension(normal, length), arguments);
    if (!agreed.ok()) return agreed;
    model::Schema& schema = definition_.schema;
    if (length == 0 && schema.record_dimension() >= 0)
        schema.add_grown_dimension(normal.value(), 0);
    else
        schema.add_dimension(
            {.name = normal.value(), .length = length, .is_unlimited = length == 0});
    return steps_.keep();
}

Status DefinitionEditor::check_dimensions(std::string_view variable, int rank,
                                          const int* ids) const {
    if (rank > 0 && ids == nullptr) return {Code::einval, "dimids is NULL"};
    for (int i = 0; i < rank; ++i) {
        const Status known = definition_.check_dimension(ids[i]);
        if (!known.ok()) return known;
    }
    for (int i = 1; i < rank && !definition_.limits.grows_freely; ++i) {
        if (ids[i] != definition_.schema.record_dimension()) continue;
        return {Code::eunlimpos,
                fmt::format("variable '{}': the unlimited dimension must come first", variable)};
    }
    return {};
}

/// The dimension ids as one field, up to the first invalid one: the memory behind it may not exist.
std::string DefinitionEditor::field_of_dimensions(int rank, const int* ids) const {
    std::string field;
    for (int i = 0; ids != nullptr && i < rank; ++i) {
        field += fmt::format("{},", ids[i]);
        if (!definition_.check_dimension(ids[i]).ok()) break;
    }
    return field;
}

Status DefinitionEditor::check_new_variable(const Result<std::string_view>& name, int type,
                                            int rank, const int* ids) const {
    if (!name.ok()) return name.status();
    Status status = definition_.check_type(type);
    if (!status.ok()) {
        const bool strict = rules_.classic_model && status.code() == Code::estrictcdf2;
        return strict ? Status(Code::estrictnc3, status.context()) : status;
    }
    if (rank < 0) {
        return {Code::einval,
                fmt::format("variable '{}' cannot have {} dimensions", name.value(), rank)};
    }
    if (definition_.schema.variable_count() >= most_items) return {Code::emaxvars, "no ids left"};
    if (definition_.schema.find_variable(name.value()) >= 0)
        return {Code::enameinuse, fmt::format("variable '{}' exists already", name.value())};
    status = definition_.check_no_group(name.value());
    if (status.ok()) status = check_dimensions(name.value(), rank, ids);
    if (!status.ok()) return status;
    if (rank > definition_.limits.variable_dimensions) {
        return {Code::emaxdims,
                fmt::format("variable '{}' has {} dimensions, and its format allows {}",
                            name.value(), rank, definition_.limits.variable_dimensions)};
    }
    return model::slab_value_bytes(definition_.schema, name.value(),
                                   *types::external_from_number(type), span_of(rank, ids))
        .status();
}

Status DefinitionEditor::add_variable(const char* name, int type, int rank, const int* ids) {
    const std::string_view text = container::view_of(name);
    std::string room;
    const Result<std::string_view> normal = model::normalised_name(text, room);
    UniformFields arguments;
    if (rules_.compares_arguments) {
        arguments = {
            {Code::emultidefine_var_name, "variable name", std::string(text)},
            {Code::emultidefine_var_ndims, "number of dimensions", field_of(rank)},
            {Code::emultidefine_var_type, "variable type", field_of(type)},
            {Code::emultidefine_var_dimids, "dimension ids", field_of_dimensions(rank, ids)}};
    }
    const Status agreed = steps_.agree(check_new_variable(normal, type, rank, ids), arguments);
    if (!agreed.ok()) return agreed;
    definition_.no_fill.push_back(!definition_.fill_new);
    model::Variable& made = definition_.schema.begin_variable(normal.value(), span_of(rank, ids));
    made.type = *types::external_from_number(type);
    made.byte_order = definition_.limits.byte_order;
    return steps_.keep();
}

Status DefinitionEditor::check_dimension_name(int id, const Result<std::string>& name) const {
    if (!name.ok()) return name.status();
    const Status known = definition_.check_dimension(id);
    if (!known.ok()) return known;
    const int holder = definition_.schema.find_dimension(name.value());
    if (holder >= 0 && holder != id)
        return {Code::enameinuse, fmt::format("dimension '{}' exists", name.value())};
    const Status free = definition_.check_no_group(name.value());
    if (!free.ok()) return free;
    return rules_.check_renaming(definition_.schema.dimension(id).name, name.value());
}

Status DefinitionEditor::rename_dimension(int id, const char* name) {
    const std::string_view text = container::view_of(name);
    const Result<std::string> normal = model::normalised_name(text);
    UniformFields arguments;
    if (rules_.compares_arguments) {
        arguments = {{Code::emultidefine_fnc_args, "dimension id", field_of(id)},
                     {Code::emultidefine_dim_name, "new name", std::string(text)}};
    }
    const Status agreed = steps_.agree(check_dimension_name(id, normal), arguments);
    if (!agreed.ok()) return agreed;
    model::Schema& schema = definition_.schema;
    if (schema.dimension(id).name != normal.value()) schema.rename_dimension(id, normal.value());
    return steps_.keep();
}

Status DefinitionEditor::check_variable_name(int id, const Result<std::string>& name) const {
    if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is not a variable"};
    const Status known = definition_.check_variable(id);
    if (!known.ok()) return known;
    if (!name.ok()) return name.status();
    if (definition_.schema.find_variable(name.value()) >= 0)
        return {Code::enameinuse, fmt::format("variable '{}' exists", name.value())};
    const Status free = definition_.check_no_group(name.value());
    if (!free.ok()) return free;
    return rules_.check_renaming(definition_.schema.variable(id).name, name.value());
}

Status DefinitionEditor::rename_variable(int id, const char* name) {
    const std::string_view text = container::view_of(name);
    const Result<std::string> normal = model::normalised_name(text);
    UniformFields arguments;
    if (rules_.compares_arguments) {
        arguments = {{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                     {Code::emultidefine_var_name, "new name", std::string(text)}};
    }
    const Status agreed = steps_.agree(check_variable_name(id, normal), arguments);
    if (!agreed.ok()) return agreed;
    definition_.schema.rename_variable(id, normal.value());
    return steps_.keep();
}

Status DefinitionEditor::set_fill_mode(int mode) {
    Status checked;
    if (mode != fill_modes::fill && mode != fill_modes::no_fill)
        checked = {Code::einval, fmt::format("there is no fill mode {}", mode)};
    UniformFields arguments;
    if (rules_.compares_arguments)
        arguments = {{Code::emultidefine_fill_mode, "fill mode", field_of(mode)}};
    const Status agreed = steps_.agree(std::move(checked), arguments);
    if (!agreed.ok()) return agreed;
    definition_.fill_new = mode == fill_modes::fill;
    definition_.no_fill.assign(definition_.no_fill.size(), !definition_.fill_new);
    return steps_.keep();
}

/// A variable that the files do not have yet, in a format that stores variables in several ways.
Status DefinitionEditor::check_new_in_file(int id) const {
    if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is not a variable"};
    const Status known = definition_.check_variable(id);
    if (!known.ok()) return known;
    if (!definition_.limits.stores_chunks)
        return {Code::enotnc4, "only variables of netCDF-4 files are stored in several ways"};
    if (!definition_.before || id >= definition_.before->variable_count()) return {};
    return {Code::elatedef,
            fmt::format("variable '{}' is in the file already", definition_.variable(id).name)};
}

namespace {

/// Whether the variable can be stored so. Chunks of HDF5 have less than 2^32 bytes, and are not
/// longer than a dimension of a fixed length.
Status check_storage(const model::Schema& schema, const model::Variable& variable,
                     const model::Storage& storage) {
    constexpr std::int64_t most_bytes = (std::int64_t{1} << 32) - 1;
    if (storage.layout != model::Storage::Layout::chunked) return {};
    if (variable.dimension_ids.empty())
        return {Code::einval, "a single value has neither chunks nor filters"};
    std::optional<std::int64_t> bytes = types::size_of(variable.type);
    for (std::size_t i = 0; i < storage.chunk.size(); ++i) {
        const model::Dimension& its = schema.dimension(variable.dimension_ids[i]);
        const std::int64_t length = storage.chunk[i];
        if (length <= 0) return {Code::ebadchunk, "a chunk has at least one element"};
        if (!its.is_unlimited && its.length > 0 && length > its.length)
            return {Code::ebadchunk, fmt::format("chunks are {} long along dimension '{}', which "
                                                 "has the length {}",
                                                 length, its.name, its.length)};
        if (bytes) bytes = checked_mul(*bytes, length);
    }
    if (!bytes || *bytes > most_bytes) return {Code::ebadchunk, "a chunk has 2^32 bytes or more"};
    return {};
}

}  // namespace

Status DefinitionEditor::change_storage(int id, const StorageChange& change) {
    Status checked = check_new_in_file(id);
    model::Storage storage;
    if (checked.ok() && definition_.variable(id).storage != nullptr)
        storage = *definition_.variable(id).storage;
    if (checked.ok()) {
        const model::Variable& variable = definition_.variable(id);
        Status changed = change(storage, definition_.schema, variable);
        if (changed.ok()) changed = check_storage(definition_.schema, variable, storage);
        if (!changed.ok())
            checked = {
                changed.code(),
                fmt::format("variable '{}': {}", definition_.variable(id).name, changed.context())};
    }
    UniformFields arguments;
    if (rules_.compares_arguments)
        arguments = {{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                     {Code::emultidefine_fnc_args, "storage", field_of_storage(storage)}};
    const Status agreed = steps_.agree(std::move(checked), arguments);
    if (!agreed.ok()) return agreed;
    definition_.schema.variable(id).storage =
        std::make_shared<const model::Storage>(std::move(storage));
    return steps_.keep();
}

Status DefinitionEditor::check_quantization(int id, int mode, int digits) const {
    const Status defined = check_new_in_file(id);
    if (!defined.ok()) return defined;
    const model::Variable& variable = definition_.variable(id);
    if (mode == 0) return {};
    if (mode < 0 || mode > static_cast<int>(types::QuantizeMode::bit_round))
        return {Code::einval, fmt::format("there is no quantisation {}", mode)};
    const int most = types::most_digits(static_cast<types::QuantizeMode>(mode), variable.type);
    if (most == 0)
        return {Code::einval,
                fmt::format("variable '{}': only floating values are quantised", variable.name)};
    if (digits < 1 || digits > most)
        return {Code::einval, fmt::format("variable '{}': {} significant digits or bits, where 1 "
                                          "to {} can be",
                                          variable.name, digits, most)};
    return {};
}

Status DefinitionEditor::set_quantization(int id, int mode, int digits) {
    UniformFields arguments;
    if (rules_.compares_arguments)
        arguments = {{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                     {Code::emultidefine_fnc_args, "quantize_mode", field_of(mode)},
                     {Code::emultidefine_fnc_args, "nsd", field_of(digits)}};
    const Status agreed = steps_.agree(check_quantization(id, mode, digits), arguments);
    if (!agreed.ok()) return agreed;
    definition_.schema.variable(id).quantization =
        types::Quantization{static_cast<types::QuantizeMode>(mode), mode == 0 ? 0 : digits};
    return steps_.keep();
}

Status DefinitionEditor::set_byte_order(int id, int endian) {
    constexpr std::endian orders[] = {std::endian::native, std::endian::little, std::endian::big};
    Status checked = check_new_in_file(id);
    if (checked.ok() && (endian < 0 || endian >= std::ssize(orders)))
        checked = {Code::einval, fmt::format("there is no byte order {}", endian)};
    UniformFields arguments;
    if (rules_.compares_arguments)
        arguments = {{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                     {Code::emultidefine_fnc_args, "endian", field_of(endian)}};
    const Status agreed = steps_.agree(std::move(checked), arguments);
    if (!agreed.ok()) return agreed;
    definition_.schema.variable(id).byte_order = orders[endian];
    return steps_.keep();
}

Status DefinitionEditor::set_fill_of_variable(int id, bool no_fill, const void* value) {
    Status checked = id == global_attributes_id
                         ? Status(Code::eglobal, "NC_GLOBAL is not a variable")
                         : definition_.check_variable(id);
    UniformFields arguments;
    if (rules_.compares_arguments) {
        const bool has_value = checked.ok() && value != nullptr && !no_fill;
        arguments = {{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                     {Code::emultidefine_fnc_args, "fill mode", field_of(no_fill)},
                     {Code::emultidefine_fnc_args, "NULL as the value", field_of(value == nullptr)},
                     {Code::emultidefine_var_fill_value, "fill value",
                      has_value ? bytes_of_value(definition_.variable(id), value) : std::string()}};
    }
    const Status agreed = steps_.agree(std::move(checked), arguments);
    if (!agreed.ok()) return agreed;
    definition_.no_fill[static_cast<std::size_t>(id)] = no_fill;
    return steps_.keep();
}

}  // namespace weft::dataset
