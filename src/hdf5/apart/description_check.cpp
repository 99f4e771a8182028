// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/description_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/checked.hpp"

namespace weft::hdf5::apart {
namespace {

using Layout = model::Storage::Layout;
using model::TypeClass;

bool is_type(const model::ForeignType& its) {
    if (its.type_class < TypeClass::string || its.type_class > TypeClass::other) return false;
    const bool has_base = types::external_from_number(static_cast<int>(its.base)).has_value();
    return its.bytes >= 0 && (has_base || (!its.has_integers() && its.base == types::External{}));
}

bool is_type(const DescribedType& type) {
    return type.number == 0 ? is_type(type.foreign)
                            : types::external_from_number(type.number).has_value();
}

/// Whether the attribute has the values of its type, and strings only if its type is one of
/// strings.
bool has_its_values(const DescribedAttribute& attribute) {
    const auto bytes = checked_mul(attribute.count, attribute.type.value_bytes());
    const bool counts = attribute.count >= 0 && bytes && *bytes == std::ssize(attribute.values);
    const bool is_of_strings =
        attribute.type.number == 0 && attribute.type.foreign.type_class == TypeClass::string;
    const std::int64_t strings = std::ssize(attribute.strings);
    return counts && (strings == 0 || (is_of_strings && strings == attribute.count));
}

bool is_attribute(const DescribedAttribute& attribute) {
    return is_type(attribute.type) && has_its_values(attribute);
}

bool are_dimensions(const DescribedVariable& variable, const Description& description) {
    const auto count = std::ssize(description.dimensions);
    return std::ranges::all_of(variable.dimensions, [&](int id) { return id >= 0 && id < count; });
}

bool is_in_file(const DescribedVariable& variable, const Description& description,
                std::int64_t file_bytes) {
    const std::int64_t address = variable.storage.address;
    if (address == -1) return true;
    std::optional<std::int64_t> end = variable.type.value_bytes();
    for (const int id : variable.dimensions)
        if (end)
            end = checked_mul(*end, description.dimensions[static_cast<std::size_t>(id)].length);
    if (end) end = checked_add(*end, address);
    // Refused values are not read, and may be shorter than the variable's dimensions.
    return address >= 0 && address <= file_bytes &&
           ((end && *end <= file_bytes) || !variable.storage.form.refused.empty());
}

bool has_its_lengths(const DescribedVariable& variable) {
    const std::vector<std::int64_t>& its = variable.storage.lengths;
    const bool is_chunked = variable.storage.form.layout == Layout::chunked;
    return its.empty() || (is_chunked && its.size() == variable.dimensions.size() &&
                           std::ranges::all_of(its, [](std::int64_t one) { return one >= 0; }));
}

bool is_storage(const DescribedVariable& variable) {
    const DescribedStorage& its = variable.storage;
    const bool is_known = its.form.layout == Layout::contiguous ||
                          its.form.layout == Layout::chunked || its.form.layout == Layout::compact;
    return is_known && has_its_lengths(variable) &&
           (its.fill.empty() || std::ssize(its.fill) == variable.type.value_bytes());
}

Status refused(const std::string& kind, const std::string& name) {
    return {Code::ehdferr,
            fmt::format("what the process that keeps the books of this file says of the {} '{}' "
                        "cannot be",
                        kind, name)};
}

Status check_attributes(const std::vector<DescribedAttribute>& attributes) {
    for (const DescribedAttribute& one : attributes)
        if (!is_attribute(one)) return refused("attribute", one.name);
    return {};
}

}  // namespace

Status check_description(const Description& description, std::int64_t file_bytes) {
    for (const DescribedDimension& one : description.dimensions)
        if (one.length < 0) return refused("dimension", one.name);
    for (const model::NamedType& one : description.types)
        if (!is_type(one.type)) return refused("type", one.path);
    Status status = check_attributes(description.attributes);
    for (const DescribedVariable& one : description.variables) {
        const bool is_good =
            is_type(one.type) && are_dimensions(one, description) && is_storage(one);
        if (!is_good) return refused("variable", one.name);
        if (!is_in_file(one, description, file_bytes))
            return {Code::ehdferr, fmt::format("variable '{}': its values are said to be beyond "
                                               "the end of the file",
                                               one.name)};
        status.keep_first(check_attributes(one.attributes));
    }
    return status;
}

}  // namespace weft::hdf5::apart
