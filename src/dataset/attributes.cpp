// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/attributes.hpp"

#include <fmt/format.h>

#include <bit>
#include <span>
#include <string>
#include <utility>

#include "base/checked.hpp"
#include "dataset/constants.hpp"
#include "model/names.hpp"
#include "types/byte_order.hpp"
#include "types/kernels.hpp"

namespace weft::dataset {
namespace {

using container::view_of;

std::int64_t padded_bytes(const model::Attribute& attribute) {
    return round_up(static_cast<std::int64_t>(attribute.values.size()), 4);
}

/// The arguments that every change of an attribute has.
UniformFields fields_of(int owner, const char* name) {
    return {{Code::emultidefine_fnc_args, "variable id", field_of(owner)},
            {Code::emultidefine_attr_name, "attribute name", std::string(view_of(name))}};
}

Status no_conversion(std::string_view name) {
    return {Code::echar, fmt::format("attribute '{}': text and numbers do not convert", name)};
}

Status foreign_type(const model::Attribute& attribute) {
    return {Code::ebadtype, fmt::format("attribute '{}': its type is {}, which is not read here",
                                        attribute.name, attribute.foreign->type.name)};
}

/// Kernels between a program's values and an attribute's, which are in memory form.
const types::Kernels* kernels_of(const Definition& definition, types::External type,
                                 types::Memory memory) {
    return types::find_kernels(type, memory, definition.byte_rule(), std::endian::native);
}

}  // namespace

Status get_attribute(const Definition& definition, int owner, const char* name, void* address,
                     std::optional<types::Memory> type) {
    const Result<int> id = definition.find_attribute(owner, name);
    if (!id.ok()) return id.status();
    const model::Attribute& attribute = definition.find_list(owner)->at(id.value());
    if (!attribute.has_values()) return foreign_type(attribute);
    if (attribute.count == 0) return {};  // text or numbers: nothing to copy
    const types::Memory memory = type.value_or(types::natural_memory(attribute.type));
    const types::Kernels* kernels = kernels_of(definition, attribute.type, memory);
    if (kernels == nullptr) return no_conversion(attribute.name);
    if (address == nullptr) return {Code::einval, "the buffer is NULL"};
    const bool in_range = kernels->decode(static_cast<std::byte*>(address), types::size_of(memory),
                                          attribute.values.data(), types::size_of(attribute.type),
                                          static_cast<std::size_t>(attribute.count));
    if (in_range) return {};
    return {Code::erange,
            fmt::format("attribute '{}': a value does not fit the buffer's type", attribute.name)};
}

/// The attributes of an owner that exists.
model::AttributeList& Attributes::list_of(int owner) const {
    model::Schema& schema = definition_.schema;
    return owner == global_attributes_id ? schema.global_attributes
                                         : schema.variable(owner).attributes;
}

Status Attributes::check_fill_value(int owner, std::string_view name, types::External type,
                                    std::int64_t count) const {
    if (owner == global_attributes_id || name != fill_value_name) return {};
    const model::Variable& variable = definition_.variable(owner);
    if (variable.type != type) {
        return {Code::ebadtype,
                fmt::format("_FillValue of variable '{}' must have the variable's type",
                            variable.name)};
    }
    if (count != 1) return {Code::einval, "_FillValue must be one value"};
    // In data mode it may be overwritten, like other attributes.
    const bool existed = definition_.before && owner < definition_.before->variable_count();
    if (existed) {
        return {Code::elatefill,
                fmt::format("variable '{}' existed before, so its data may already be filled",
                            variable.name)};
    }
    return {};
}

Status Attributes::check_values(int owner, std::string_view name, types::External type,
                                const AttributeValues& values) const {
    const types::Memory memory = values.type.value_or(types::natural_memory(type));
    if (kernels_of(definition_, type, memory) == nullptr) return no_conversion(name);
    if (values.count < 0 || values.count > definition_.limits.attribute_count ||
        !checked_mul<std::int64_t>(values.count, 16)) {
        return {Code::einval,
                fmt::format("attribute '{}' cannot have {} values", name, values.count)};
    }
    if (values.address == nullptr && values.count > 0)
        return {Code::einval, fmt::format("attribute '{}': the values are NULL", name)};
    return check_fill_value(owner, name, type, values.count);
}

void Attributes::begin(int owner, const char* name, int type, const AttributeValues& values,
                       NewAttribute& made) const {
    std::string room;
    const Result<std::string_view> normal = model::normalised_name(view_of(name), room);
    made.status = definition_.find_list(owner) != nullptr ? normal.status()
                                                          : definition_.check_variable(owner);
    if (made.status.ok()) made.status = check_name_(owner, normal.value());
    if (made.status.ok()) made.status = definition_.check_type(type);
    if (!made.status.ok()) return;
    const types::External external = *types::external_from_number(type);
    made.status = check_values(owner, normal.value(), external, values);
    if (!made.status.ok()) return;
    const int bytes = types::size_of(external);
    made.attribute.name = normal.value();
    made.attribute.type = external;
    made.attribute.count = values.count;
    if (values.count == 0) return;
    const types::Memory memory = values.type.value_or(types::natural_memory(external));
    auto fill = types::default_fill(external);
    types::change_form(external, std::span(fill).first(static_cast<std::size_t>(bytes)));
    made.in_range =
        kernels_of(definition_, external, memory)
            ->encode(made.attribute.values.renew(static_cast<std::size_t>(values.count * bytes)),
                     bytes, static_cast<const std::byte*>(values.address), types::size_of(memory),
                     static_cast<std::size_t>(values.count), fill.data());
}

/// In data mode an attribute may be overwritten in place, but the header cannot grow.
Status Attributes::check_room(int owner, const model::Attribute& attribute) const {
    if (rules_.may_grow) return {};
    const model::AttributeList& list = list_of(owner);
    const int id = list.find(attribute.name);
    if (id >= 0 && padded_bytes(attribute) <= padded_bytes(list.at(id))) return {};
    return {Code::enotindefine,
            fmt::format("attribute '{}' would make the header grow, which needs define mode",
                        attribute.name)};
}

void Attributes::store(int owner, model::Attribute&& attribute) {
    model::AttributeList& list = list_of(owner);
    const int id = list.find(attribute.name);
    if (id < 0) {
        list.add(std::move(attribute));
        return;
    }
    model::Attribute& present = list.at(id);
    present.type = attribute.type;
    present.is_string = attribute.is_string;
    present.count = attribute.count;
    present.values = std::move(attribute.values);
    present.foreign = std::move(attribute.foreign);
}

Status Attributes::put(int owner, const char* name, int type, const AttributeValues& values) {
    NewAttribute made;
    begin(owner, name, type, values, made);
    if (made.status.ok()) made.status = check_room(owner, made.attribute);
    UniformFields arguments;
    if (rules_.compares_arguments) {
        const auto* raw = reinterpret_cast<const char*>(made.attribute.values.data());
        arguments = {{Code::emultidefine_fnc_args, "variable id", field_of(owner)},
                     {Code::emultidefine_attr_name, "attribute name", std::string(view_of(name))},
                     {Code::emultidefine_attr_type, "attribute type", field_of(type)},
                     {Code::emultidefine_attr_len, "attribute length", field_of(values.count)},
                     {Code::emultidefine_attr_val, "attribute values",
                      std::string(raw, made.attribute.values.size())}};
    }
    const Status agreed = steps_.agree(std::move(made.status), arguments);
    if (!agreed.ok()) return agreed;
    store(owner, std::move(made.attribute));
    const Status kept = steps_.keep();
    if (!kept.ok() || made.in_range) return kept;
    return {Code::erange,
            fmt::format("attribute '{}': a value does not fit its type", view_of(name))};
}

Status Attributes::remove(int owner, const char* name) {
    const Result<int> id = definition_.find_attribute(owner, name);
    UniformFields arguments;
    if (rules_.compares_arguments) arguments = fields_of(owner, name);
    const Status agreed = steps_.agree(id.status(), arguments);
    if (!agreed.ok()) return agreed;
    list_of(owner).remove(id.value());
    return steps_.keep();
}

Status Attributes::check_new_name(int owner, const Result<int>& id,
                                  const Result<std::string>& name) const {
    const Result<const model::AttributeList*> list = definition_.attributes_of(owner);
    if (!list.ok()) return list.status();
    if (!name.ok()) return name.status();
    if (!id.ok()) return id.status();
    if (list.value()->find(name.value()) >= 0)
        return {Code::enameinuse, fmt::format("attribute '{}' exists already", name.value())};
    const Status free = check_name_(owner, name.value());
    if (!free.ok()) return free;
    return rules_.check_renaming(list.value()->at(id.value()).name, name.value());
}

Status Attributes::rename(int owner, const char* name, const char* new_name) {
    const Result<int> id = definition_.find_attribute(owner, name);
    const Result<std::string> normal = model::normalised_name(view_of(new_name));
    UniformFields arguments;
    if (rules_.compares_arguments) {
        arguments = fields_of(owner, name);
        arguments.push_back(
            {Code::emultidefine_attr_name, "new name", std::string(view_of(new_name))});
    }
    const Status agreed = steps_.agree(check_new_name(owner, id, normal), arguments);
    if (!agreed.ok()) return agreed;
    list_of(owner).rename(id.value(), normal.value());
    return steps_.keep();
}

Status Attributes::copy(const Definition& source, int source_owner, const char* name, int owner) {
    const bool onto_itself = &source == &definition_ && source_owner == owner;
    const Result<int> id = source.find_attribute(source_owner, name);
    model::Attribute copied;
    const auto check = [&]() -> Status {
        if (!id.ok()) return id.status();
        if (onto_itself) return {};
        Status status = definition_.attributes_of(owner).status();
        if (!status.ok()) return status;
        copied = source.find_list(source_owner)->at(id.value());
        if (copied.foreign != nullptr) return foreign_type(copied);
        status = definition_.check_type(static_cast<int>(copied.type));
        if (status.ok()) status = check_name_(owner, copied.name);
        if (status.ok()) status = check_fill_value(owner, copied.name, copied.type, copied.count);
        if (status.ok()) status = check_room(owner, copied);
        return status;
    };
    UniformFields arguments;
    if (rules_.compares_arguments) arguments = fields_of(owner, name);
    const Status agreed = steps_.agree(check(), arguments);
    if (!agreed.ok()) return agreed;
    if (!onto_itself) store(owner, std::move(copied));
    return steps_.keep();
}

}  // namespace weft::dataset
