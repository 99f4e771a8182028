// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/prepare.hpp"

#include <fmt/format.h>

#include "dataset/buffer_places.hpp"
#include "dataset/constants.hpp"
#include "dataset/element_kind.hpp"
#include "dataset/selection.hpp"

namespace weft::dataset {
namespace {

using Shape = Selection::Shape;

/// Fails for a variable whose values the format cannot access.
Status check_within_reach(const model::Variable& variable) {
    if (variable.storage == nullptr || variable.storage->refused.empty()) return {};
    return {Code::enotsupport,
            fmt::format("variable '{}': {}", variable.name, variable.storage->refused)};
}

/// Fails for a variable that a call with a buffer cannot read: one of a type that the classic model
/// lacks, unless it is an integer type.
Status check_readable(const model::Variable& variable) {
    const Status within_reach = check_within_reach(variable);
    if (variable.has_values()) return within_reach;
    const std::string why = within_reach.ok() ? "" : ": " + variable.storage->refused;
    return {Code::ebadtype, fmt::format("variable '{}': its type is {}, which is not read here{}",
                                        variable.name, variable.foreign->name, why)};
}

bool has_strings(const model::Variable& variable) {
    return variable.foreign != nullptr && variable.foreign->type_class == model::TypeClass::string;
}

Status check_known(const Definition& definition, int variable_id) {
    if (variable_id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is not a variable"};
    return definition.check_variable(variable_id);
}

/// The checks before the selection and the size of the buffer.
Status check_access(const Definition& definition, const AccessRules& rules, const Access& access,
                    const DecodedBuffer& decoded) {
    const Status known = check_known(definition, access.variable_id);
    if (!known.ok()) return known;
    const model::Variable& variable = definition.variable(access.variable_id);
    const Status readable = check_readable(variable);
    if (!readable.ok()) return readable;
    std::optional<types::Memory> memory = access.buffer.type;
    // Other errors of a datatype are reported later.
    if (decoded && decoded->ok()) memory = memory_of(decoded->value().kind, variable.type);
    if (memory && definition.kernels_of(access.variable_id, *memory) == nullptr)
        return {Code::echar,
                fmt::format("variable '{}': text and numbers do not convert", variable.name)};
    const bool no_blocks = access.selection.shape == Shape::list && access.selection.list_size == 0;
    if (access.completion == Completion::buffered && !no_blocks && !rules.has_attached_buffer)
        return {Code::enullabuf, "no buffer is attached"};
    return {};
}

}  // namespace

Status prepare(const Definition& definition, const AccessRules& rules, const Access& access,
               Prepared& prepared) {
    DecodedBuffer buffer = decoded(access.buffer);
    const Status known = check_access(definition, rules, access, buffer);
    if (!known.ok()) return known;
    prepared.direction = access.direction;
    prepared.variable_id = access.variable_id;
    const Selection& selection = access.selection;
    // A list of no blocks and a filetype without elements access nothing, whatever the buffer.
    if (selection.shape == Shape::list && selection.list_size == 0) return {};
    const Status selected = selection.shape == Shape::described
                                ? select_described(definition, rules, access, prepared)
                                : select_blocks(definition, rules, access, prepared);
    if (!selected.ok()) return selected;
    if (selection.shape == Shape::described && prepared.element_count == 0) return {};
    return place_in_memory(definition, access, std::move(buffer), prepared);
}

Status prepare_strings(const Definition& definition, const AccessRules& rules, const Access& access,
                       Prepared& prepared) {
    const Status known = check_known(definition, access.variable_id);
    if (!known.ok()) return known;
    const model::Variable& variable = definition.variable(access.variable_id);
    if (!has_strings(variable))
        return {Code::ebadtype, fmt::format("variable '{}' has no strings", variable.name)};
    const Status reached = check_within_reach(variable);
    if (!reached.ok()) return reached;
    prepared.direction = access.direction;
    prepared.variable_id = access.variable_id;
    return select_blocks(definition, rules, access, prepared);
}

}  // namespace weft::dataset
