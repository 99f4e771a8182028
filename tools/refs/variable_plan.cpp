// SPDX-License-Identifier: BSD-3-Clause
#include "tools/refs/variable_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "types/types.hpp"

namespace weft::tools {
namespace {

/// More values than this are not put into a document as a whole.
constexpr std::int64_t most_inline_bytes = 1 << 20;

/// A variable whose values are all in the references is one chunk.
void make_one_chunk(ZarrArray& array) {
    array.chunk = array.shape;
    for (std::int64_t& length : array.chunk) length = std::max<std::int64_t>(length, 1);
}

/// Code::enotsupport for names that would be those of Zarr's own metadata.
Status check_name(std::string_view name) {
    while (!name.empty()) {
        const std::string_view part = name.substr(0, name.find('/'));
        if (part.starts_with(".z")) return {Code::enotsupport, "Zarr has other uses for its name"};
        name.remove_prefix(std::min(part.size() + 1, name.size()));
    }
    return {};
}

/// Strings have no length of their own that a reference could tell, so they are in the references.
Result<VariablePlan> plan_strings(const Input& input, VariablePlan plan) {
    if (input.values_of(plan.variable) > most_inline_bytes / 4)
        return Status(Code::enotsupport, "it has too many strings to be put into the references");
    plan.array.type = "|O";
    plan.array.filters = R"([{"id": "vlen-utf8"}])";
    make_one_chunk(plan.array);
    return plan;
}

std::int64_t bytes_of_chunk(const std::vector<std::int64_t>& chunk, std::int64_t element_bytes) {
    std::int64_t bytes = element_bytes;
    for (const std::int64_t length : chunk) bytes *= length;
    return bytes;
}

}  // namespace

Result<VariablePlan> plan_variable(const Input& input, int variable,
                                   const ReferenceWishes& wishes) {
    const model::Variable& its = input.schema().variable(variable);
    VariablePlan plan{.variable = variable, .array = {}, .places = nullptr};
    plan.array.shape = input.schema().shape_of(its);
    const Status named = check_name(its.name);
    if (!named.ok()) return named;
    if (its.has_strings()) return plan_strings(input, std::move(plan));
    if (!its.has_values())
        return Status(Code::enotsupport, fmt::format("Zarr has no type like {}", its.type_name()));
    plan.array.type = zarr_type(its);
    plan.array.fill_value = zarr_fill_value(its.type, stated_fill(its));
    const std::int64_t element_bytes = types::size_of(its.type);
    const std::int64_t bytes = input.values_of(variable) * element_bytes;
    if (bytes <= wishes.inline_bytes && bytes <= most_inline_bytes) {
        make_one_chunk(plan.array);
        if (its.storage != nullptr && !its.storage->refused.empty())
            return Status(Code::enotsupport, its.storage->refused);
        return plan;
    }
    auto places = input.references(variable, wishes.array_chunk_bytes);
    if (!places.ok()) return places.status();
    const std::int64_t chunk_bytes = bytes_of_chunk(places.value()->chunk(), element_bytes);
    if (bytes <= most_inline_bytes && chunk_bytes <= wishes.inline_bytes) {
        make_one_chunk(plan.array);
        return plan;
    }
    Result<std::string> filters =
        zarr_filters(places.value()->filters(), {element_bytes, chunk_bytes});
    if (!filters.ok()) return filters.status();
    plan.array.filters = std::move(filters).value();
    plan.array.chunk = places.value()->chunk();
    plan.places = std::move(places).value();
    return plan;
}

}  // namespace weft::tools
