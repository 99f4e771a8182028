// SPDX-License-Identifier: BSD-3-Clause
// Attributes of the file and of variables. The contract gives the order of the checks.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/checked.hpp"
#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "model/names.hpp"
#include "types/byte_order.hpp"

namespace weft::dataset {
namespace {

std::int64_t padded_bytes(const model::Attribute& attribute) {
    return round_up(static_cast<std::int64_t>(attribute.values.size()), 4);
}

}  // namespace

Result<const model::AttributeList*> Dataset::attributes_of(int owner) const {
    if (owner == global_attributes_id) return &definition_.schema.global_attributes;
    const Status known = definition_.check_variable(owner);
    if (!known.ok()) return known;
    return &definition_.schema.variable(owner).attributes;
}

Result<model::AttributeList*> Dataset::attributes_to_change(int owner) {
    if (!is_writable()) return Status(Code::eperm, "the file was opened for reading only");
    const Result<const model::AttributeList*> list = attributes_of(owner);
    if (!list.ok()) return list.status();
    return const_cast<model::AttributeList*>(list.value());
}

Result<int> Dataset::find_attribute(int owner, const char* name) const {
    const Result<const model::AttributeList*> list = attributes_of(owner);
    if (!list.ok()) return list.status();
    std::string room;
    const Result<std::string_view> sought = model::sought_name(view_of(name), room);
    if (!sought.ok()) return sought.status();
    const int id = list.value()->find(sought.value());
    if (id < 0)
        return Status(Code::enotatt, fmt::format("there is no attribute '{}'", sought.value()));
    return id;
}

Status Dataset::check_fill_value(int owner, std::string_view name, types::External type,
                                 std::int64_t count) const {
    if (owner == global_attributes_id || name != fill_value_name) return {};
    const model::Variable& variable = definition_.schema.variable(owner);
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

/// The attribute to store; ERANGE if a value had to be replaced.
NewAttribute Dataset::make_attribute(int owner, const char* name, int type,
                                     const AttributeValues& values) const {
    NewAttribute made;
    std::string room;
    const Result<std::string_view> normal = model::normalised_name(view_of(name), room);
    made.status = normal.status();
    if (made.status.ok()) made.status = container_->check_attribute(owner, normal.value());
    if (made.status.ok()) made.status = check_type(type);
    if (!made.status.ok()) return made;
    const types::External external = *types::external_from_number(type);
    const types::Memory memory = values.type.value_or(types::natural_memory(external));
    const types::Kernels* kernels = types::find_kernels(external, memory, definition_.byte_rule());
    if (kernels == nullptr) {
        made.status = {Code::echar, fmt::format("attribute '{}': text and numbers do not convert",
                                                normal.value())};
    } else if (values.count < 0 || values.count > definition_.limits.attribute_count ||
               !checked_mul<std::int64_t>(values.count, 16)) {
        made.status = {Code::einval, fmt::format("attribute '{}' cannot have {} values",
                                                 normal.value(), values.count)};
    } else if (values.address == nullptr && values.count > 0) {
        made.status = {Code::einval,
                       fmt::format("attribute '{}': the values are NULL", normal.value())};
    } else {
        made.status = check_fill_value(owner, normal.value(), external, values.count);
    }
    if (!made.status.ok()) return made;
    const int bytes = types::size_of(external);
    made.attribute.name = normal.value();
    made.attribute.type = external;
    made.attribute.count = values.count;
    made.attribute.values = model::Values(static_cast<std::size_t>(values.count * bytes));
    if (values.count == 0) return made;
    const auto fill = types::default_fill(external);
    made.in_range = kernels->encode(
        made.attribute.values.data(), bytes, static_cast<const std::byte*>(values.address),
        types::size_of(memory), static_cast<std::size_t>(values.count), fill.data());
    types::change_form(external, made.attribute.values);
    return made;
}

Status Dataset::put_attribute(int owner, const char* name, int type,
                              const AttributeValues& values) {
    const Result<model::AttributeList*> list = attributes_to_change(owner);
    NewAttribute made;
    Status status = list.status();
    if (status.code() == Code::eperm) return status;
    if (status.ok()) {
        made = make_attribute(owner, name, type, values);
        status = made.status;
        if (status.ok()) status = check_room(*list.value(), made.attribute);
    }
    const auto* raw = reinterpret_cast<const char*>(made.attribute.values.data());
    status = agree_on_change(std::move(status), [&] {
        return UniformFields{
            {Code::emultidefine_fnc_args, "variable id", field_of(owner)},
            {Code::emultidefine_attr_name, "attribute name", std::string(view_of(name))},
            {Code::emultidefine_attr_type, "attribute type", field_of(type)},
            {Code::emultidefine_attr_len, "attribute length", field_of(values.count)},
            {Code::emultidefine_attr_val, "attribute values",
             std::string(raw, made.attribute.values.size())}};
    });
    if (!status.ok()) return status;
    store_attribute(*list.value(), std::move(made.attribute));
    if (state_ != State::define) status = rewrite_header();
    if (status.ok() && !made.in_range) {
        status = {Code::erange,
                  fmt::format("attribute '{}': a value does not fit its type", view_of(name))};
    }
    return status;
}

/// In data mode an attribute may be overwritten in place, but the header cannot grow.
Status Dataset::check_room(const model::AttributeList& list,
                           const model::Attribute& attribute) const {
    if (state_ == State::define) return {};
    const int id = list.find(attribute.name);
    if (id >= 0 && padded_bytes(attribute) <= padded_bytes(list.at(id))) return {};
    return {Code::enotindefine,
            fmt::format("attribute '{}' would make the header grow, which needs define mode",
                        attribute.name)};
}

void Dataset::store_attribute(model::AttributeList& list, model::Attribute attribute) {
    const int id = list.find(attribute.name);
    if (id < 0) {
        list.add(std::move(attribute));
        return;
    }
    model::Attribute& present = list.at(id);
    present.type = attribute.type;
    present.count = attribute.count;
    present.values = std::move(attribute.values);
}

Status Dataset::get_attribute(int owner, const char* name, void* address,
                              std::optional<types::Memory> type) {
    const Result<int> id = find_attribute(owner, name);
    if (!id.ok()) return id.status();
    const model::Attribute& attribute = attributes_of(owner).value()->at(id.value());
    if (attribute.count == 0) return {};  // text or numbers: nothing to copy
    const types::Memory memory = type.value_or(types::natural_memory(attribute.type));
    const types::Kernels* kernels =
        types::find_kernels(attribute.type, memory, definition_.byte_rule());
    if (kernels == nullptr) {
        return {Code::echar,
                fmt::format("attribute '{}': text and numbers do not convert", attribute.name)};
    }
    if (address == nullptr) return {Code::einval, "the buffer is NULL"};
    model::Values stored = attribute.values;  // as the kernels take them
    types::change_form(attribute.type, stored);
    const bool in_range =
        kernels->decode(static_cast<std::byte*>(address), types::size_of(memory), stored.data(),
                        types::size_of(attribute.type), static_cast<std::size_t>(attribute.count));
    if (in_range) return {};
    return {Code::erange,
            fmt::format("attribute '{}': a value does not fit the buffer's type", attribute.name)};
}

Status Dataset::delete_attribute(int owner, const char* name) {
    const Result<model::AttributeList*> list = attributes_to_change(owner);
    if (list.code() == Code::eperm) return list.status();
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    const Result<int> id = find_attribute(owner, name);
    const Status status = agree_on_change(id.status(), [&] {
        return UniformFields{
            {Code::emultidefine_fnc_args, "variable id", field_of(owner)},
            {Code::emultidefine_attr_name, "attribute name", std::string(view_of(name))}};
    });
    if (!status.ok()) return status;
    list.value()->remove(id.value());
    return {};
}

Status Dataset::rename_attribute(int owner, const char* name, const char* new_name) {
    const Result<model::AttributeList*> list = attributes_to_change(owner);
    if (list.code() == Code::eperm) return list.status();
    const Result<int> id = find_attribute(owner, name);
    const Result<std::string> normal = model::normalised_name(view_of(new_name));
    const auto check = [&]() -> Status {
        if (!list.ok()) return list.status();
        if (!normal.ok()) return normal.status();
        if (!id.ok()) return id.status();
        if (list.value()->find(normal.value()) >= 0) {
            return {Code::enameinuse, fmt::format("attribute '{}' exists already", normal.value())};
        }
        const Status free = container_->check_attribute(owner, normal.value());
        if (!free.ok()) return free;
        return check_renaming(list.value()->at(id.value()).name, normal.value());
    };
    const Status status = agree_on_change(check(), [&] {
        return UniformFields{
            {Code::emultidefine_fnc_args, "variable id", field_of(owner)},
            {Code::emultidefine_attr_name, "attribute name", std::string(view_of(name))},
            {Code::emultidefine_attr_name, "new name", std::string(view_of(new_name))}};
    });
    if (!status.ok()) return status;
    list.value()->rename(id.value(), normal.value());
    return state_ == State::define ? Status() : rewrite_header();
}

Status Dataset::copy_attribute(int owner, const char* name, Dataset& target, int target_owner) {
    const Result<model::AttributeList*> list = target.attributes_to_change(target_owner);
    if (list.code() == Code::eperm) return list.status();
    const Result<int> id = find_attribute(owner, name);
    const bool onto_itself = this == &target && owner == target_owner;
    model::Attribute copy;
    const auto check = [&]() -> Status {
        if (!id.ok()) return id.status();
        if (onto_itself) return {};
        if (!list.ok()) return list.status();
        copy = attributes_of(owner).value()->at(id.value());
        Status status = target.check_type(static_cast<int>(copy.type));
        if (status.ok()) status = target.container_->check_attribute(target_owner, copy.name);
        if (status.ok())
            status = target.check_fill_value(target_owner, copy.name, copy.type, copy.count);
        if (status.ok()) status = target.check_room(*list.value(), copy);
        return status;
    };
    const Status status = target.agree_on_change(check(), [&] {
        return UniformFields{
            {Code::emultidefine_fnc_args, "variable id", field_of(target_owner)},
            {Code::emultidefine_attr_name, "attribute name", std::string(view_of(name))}};
    });
    if (!status.ok()) return status;
    if (!onto_itself) store_attribute(*list.value(), std::move(copy));
    return target.state_ == State::define ? Status() : target.rewrite_header();
}

}  // namespace weft::dataset
