// SPDX-License-Identifier: BSD-3-Clause
#include "tools/refs/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "tools/refs/base64.hpp"
#include "tools/refs/chunk_values.hpp"

namespace weft::tools {
namespace {

using container::ReferredChunk;

/// What of a variable may be put into the references because no file has it.
constexpr std::size_t most_text_of_variable = std::size_t{64} << 20;

/// "0.1.2"; "0" for a variable without dimensions.
std::string chunk_key(std::string_view variable, std::span<const std::int64_t> place) {
    if (place.empty()) return fmt::format("{}/0", variable);
    return fmt::format("{}/{}", variable, fmt::join(place, "."));
}

std::string inline_text(std::span<const std::byte> bytes) {
    return "\"base64:" + base64(bytes) + '"';
}

Status of_variable(const model::Variable& variable, const Status& status) {
    if (status.ok()) return status;
    const std::string name = fmt::format("variable '{}'", variable.name);
    if (status.context().starts_with(name)) return status;
    return {status.code(), name + ": " + status.context()};
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

ReferenceDocument::ReferenceDocument(const Input& input, const std::vector<std::string>& files,
                                     TextSink& sink)
    : input_(input), groups_(input.schema(), input.groups(), {}), sink_(sink) {
    for (const std::string& one : files) files_.push_back(json_string(one));
}

/// `value`: JSON.
void ReferenceDocument::put_entry(std::string_view key, std::string_view value) {
    sink_.put(has_entries_ ? ",\n" : "\n");
    sink_.put(json_string(key));
    sink_.put(": ");
    sink_.put(value);
    has_entries_ = true;
}

Status ReferenceDocument::write(std::span<const VariablePlan> plans,
                                std::vector<std::string>& left_out) {
    sink_.put("{\"version\": 1, \"refs\": {");
    put_group(groups_.root(), left_out);
    for (const VariablePlan& plan : plans) {
        const model::Variable& its = input_.schema().variable(plan.variable);
        put_metadata(plan, left_out);
        const Status status = of_variable(
            its, its.has_strings() ? put_strings(plan)
                                   : (plan.places ? put_chunks(plan) : put_values(plan)));
        if (!status.ok()) return status;
        if (!sink_.status().ok()) return sink_.status();
    }
    sink_.put("\n}}\n");
    return {};
}

/// With all groups in it.
void ReferenceDocument::put_group(const FileGroup& group, std::vector<std::string>& left_out) {
    const std::string folder = group.is_root() ? "" : group.path + "/";
    put_entry(folder + ".zgroup", json_string(R"({"zarr_format": 2})"));
    JsonMembers members;
    for (const int id : group.attributes) {
        const model::Attribute& one = input_.schema().global_attributes.at(id);
        const auto value = zarr_attribute(one);
        if (value)
            members.add(group.short_name(one.name), *value);
        else
            left_out.push_back(std::string(one.name));
    }
    if (!members.empty()) put_entry(folder + ".zattrs", json_string(members.text()));
    for (const int number : group.groups) put_group(groups_.at(number), left_out);
}

/// The short names, by which readers know the dimensions of a group; whole ones where several of
/// its variables' dimensions have the same short name.
std::string ReferenceDocument::dimension_names(const VariablePlan& plan) const {
    const model::Schema& schema = input_.schema();
    const auto is_ambiguous = [&](int dimension) {
        const std::string_view name = last_part(schema.dimension(dimension).name);
        for (const int other : groups_.of_variable(plan.variable).variables)
            for (const int id : schema.variable(other).dimension_ids)
                if (id != dimension && last_part(schema.dimension(id).name) == name) return true;
        return false;
    };
    std::vector<std::string> names;
    for (const int id : schema.variable(plan.variable).dimension_ids) {
        const std::string_view name = schema.dimension(id).name;
        names.push_back(json_string(is_ambiguous(id) ? name : last_part(name)));
    }
    return fmt::format("[{}]", fmt::join(names, ", "));
}

void ReferenceDocument::put_metadata(const VariablePlan& plan, std::vector<std::string>& left_out) {
    const model::Variable& its = input_.schema().variable(plan.variable);
    put_entry(fmt::format("{}/.zarray", its.name), json_string(plan.array.text()));
    JsonMembers members;
    members.add("_ARRAY_DIMENSIONS", dimension_names(plan));
    const std::span<const std::byte> fill = stated_fill(its);
    for (const model::Attribute& one : its.attributes) {
        const bool is_fill = !fill.empty() && std::string_view(one.name) == "_FillValue";
        const auto value =
            is_fill ? std::optional(xarray_fill_value(its.type, fill)) : zarr_attribute(one);
        if (value)
            members.add(one.name, *value);
        else
            left_out.push_back(fmt::format("{}:{}", its.name, one.name));
    }
    put_entry(fmt::format("{}/.zattrs", its.name), json_string(members.text()));
}

Status ReferenceDocument::put_values(const VariablePlan& plan) {
    const auto values = values_in_file_form(input_, plan.variable);
    if (!values.ok()) return values.status();
    if (values.value().empty()) return {};
    const std::vector<std::int64_t> first(plan.array.shape.size());
    put_entry(chunk_key(input_.schema().variable(plan.variable).name, first),
              inline_text(values.value()));
    return {};
}

Status ReferenceDocument::put_strings(const VariablePlan& plan) {
    if (input_.values_of(plan.variable) == 0) return {};
    const auto strings = encoded_strings(input_, plan.variable);
    if (!strings.ok()) return strings.status();
    const std::vector<std::int64_t> first(plan.array.shape.size());
    put_entry(chunk_key(input_.schema().variable(plan.variable).name, first),
              inline_text(strings.value()));
    return {};
}

Status ReferenceDocument::put_chunks(const VariablePlan& plan) {
    const std::string_view name = input_.schema().variable(plan.variable).name;
    const bool leaves_out_missing = states_fill(input_, plan);
    std::string fill;  // the text of a missing chunk, once there is one
    std::size_t inline_bytes = 0;
    const auto put_inline = [&](std::span<const std::int64_t> place, std::string_view text) {
        inline_bytes += text.size();
        if (inline_bytes > most_text_of_variable)
            return Status(Code::enotsupport,
                          "too many of its chunks are in no file as readers of Zarr expect them");
        put_entry(chunk_key(name, place), text);
        return sink_.status();
    };
    return plan.places->visit([&](const ReferredChunk& chunk) -> Status {
        if (chunk.kind == ReferredChunk::Kind::stored) {
            put_entry(chunk_key(name, chunk.place),
                      fmt::format("[{}, {}, {}]", files_[chunk.file], chunk.offset, chunk.bytes));
            return sink_.status();
        }
        if (chunk.kind == ReferredChunk::Kind::missing) {
            if (leaves_out_missing) return {};
            if (fill.empty()) {
                const auto bytes = encoded_fill(input_, plan);
                if (!bytes.ok()) return bytes.status();
                fill = inline_text(bytes.value());
            }
            return put_inline(chunk.place, fill);
        }
        const auto bytes = encoded_chunk(input_, plan, chunk.place);
        if (!bytes.ok()) return bytes.status();
        return put_inline(chunk.place, inline_text(bytes.value()));
    });
}

}  // namespace weft::tools
