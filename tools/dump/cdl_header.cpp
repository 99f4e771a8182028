// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/note.hpp"
#include "cdl/words.hpp"
#include "container/constants.hpp"
#include "formats/formats.hpp"
#include "tools/dump/cdl_text.hpp"
#include "tools/dump/cdl_times.hpp"
#include "tools/dump/cdl_types.hpp"
#include "tools/dump/dump.hpp"
#include "tools/dump/groups.hpp"
#include "tools/dump/member_names.hpp"
#include "tools/dump/special_attributes.hpp"
#include "tools/meaning/attributes.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// Zeros behind the text are omitted unless all is requested.
std::string text_literal(const model::Attribute& attribute, const CdlForm& form) {
    std::string_view whole = text_of(attribute);
    while (!form.is_exact && whole.ends_with('\0')) whole.remove_suffix(1);
    std::string text = "\"";
    for (const char byte : whole) {
        append_cdl_byte(text, byte, Beyond::kept);
        if (byte == '\n' && form.breaks_texts) text += "\",\n\t\t\t\"";
    }
    return text += '"';
}

void print_numbers(Output& out, const model::Attribute& attribute, Digits digits) {
    const int value_bytes = types::size_of(attribute.type);
    std::array<char, number_room> room;
    for (std::int64_t i = 0; i < attribute.count; ++i) {
        if (i > 0) out.put(", ");
        out.put(write_typed_number(room, attribute.type, attribute.values.data() + i * value_bytes,
                                   digits));
    }
}

/// True if the values do not show the attribute's type to a reader of CDL.
bool needs_type(const model::Attribute& attribute, const model::Variable* owner) {
    const bool is_text = attribute.type == types::External::character;
    if (attribute.count == 0 && !is_text) return true;
    if (owner == nullptr || attribute.name != "_FillValue") return false;
    return attribute.type != owner->type || attribute.count != 1;
}

/// Prints numbers of times as dates in a comment.
void print_dates(Output& out, const model::Attribute& attribute, const TimeUnits& units,
                 char separator) {
    for (std::int64_t i = 0; i < attribute.count; ++i)
        out.print("{}\"{}\"", i == 0 ? " // " : ", ",
                  moment_text(
                      units, static_cast<double>(number_at(attribute, static_cast<std::size_t>(i))),
                      separator));
}

std::string strings_text(const std::vector<std::string>& strings) {
    std::vector<std::string> literals;
    for (const std::string& one : strings) literals.push_back(cdl_string(one));
    return fmt::format("{}", fmt::join(literals, ", "));
}

std::string members_text(const model::Attribute& attribute) {
    const MemberNames names(attribute.foreign->type);
    std::vector<std::string> words;
    for (std::int64_t i = 0; i < attribute.count; ++i)
        words.push_back(cdl_name(names.of(
            static_cast<std::int64_t>(number_at(attribute, static_cast<std::size_t>(i))))));
    return fmt::format("{}", fmt::join(words, ", "));
}

/// A group, and all types of the file.
struct TypeScope {
    const FileGroup& group;
    const std::vector<model::NamedType>& types;

    /// Whether the group, or one that it is in, has a type of this name.
    [[nodiscard]] bool has(std::string_view name) const {
        std::string_view path = group.path;
        while (true) {
            const std::string wanted = fmt::format("{}{}{}", path, path.empty() ? "" : "/", name);
            if (std::ranges::find(types, wanted, &model::NamedType::path) != types.end())
                return true;
            if (path.empty()) return false;
            const std::size_t slash = path.rfind('/');
            path = slash == std::string_view::npos ? "" : path.substr(0, slash);
        }
    }
};

/// The name of a type, as ncdump prints it: if the name means nothing in the group, the whole path.
/// `foreign`: null for a type of the classic model.
std::string type_name(std::string_view name, const model::ForeignType* foreign,
                      const TypeScope& scope) {
    if (foreign == nullptr || scope.has(name)) return cdl_name(name);
    const auto type = std::ranges::find(scope.types, *foreign, &model::NamedType::type);
    return type == scope.types.end() ? cdl_name(name) : cdl_path("/" + type->path);
}

/// The values with their type, if this is none of the classic model; nothing if Weft reads no such
/// values.
std::optional<std::string> foreign_text(const model::Attribute& attribute, std::string_view name,
                                        const TypeScope& scope) {
    if (attribute.is_string)
        return fmt::format("string {} = {}", name, cdl_string(text_of(attribute)));
    if (attribute.foreign->type.type_class == model::TypeClass::string)
        return fmt::format("string {} = {}", name, strings_text(attribute.foreign->strings));
    if (!attribute.has_values()) return std::nullopt;
    return fmt::format("{} {} = {}",
                       type_name(attribute.type_name(), &attribute.foreign->type, scope), name,
                       members_text(attribute));
}

/// The owner of attributes, which is a variable or a group.
struct Owner {
    TypeScope scope;
    std::string name = {};                      // in front of the colon; empty for a group
    std::string indent = {};                    // of its group
    const model::Variable* variable = nullptr;  // null for a group
    std::optional<TimeUnits> times = {};
};

std::string before_attribute(const std::string& indent, const std::string& name) {
    return indent + "\t\t" + name + ":";
}

/// `name`: without the path of its group.
void print_attribute(Output& out, const model::Attribute& attribute, std::string_view name,
                     const Owner& owner, const CdlForm& form) {
    // A backslash marks an attribute of the file, in contrast to one that only describes the file.
    const bool is_hidden = form.is_exact && cdl::is_special_attribute(attribute.name);
    const std::string whole =
        fmt::format("{}:{}{}", owner.name, is_hidden ? "\\" : "", cdl_name(name));
    out.print("{}\t\t", owner.indent);
    if (attribute.is_string || attribute.foreign != nullptr) {
        const std::optional<std::string> text = foreign_text(attribute, whole, owner.scope);
        if (text) return out.print("{} ;\n", *text);
        return out.print("// {} is of type {}\n", whole, attribute.type_name());
    }
    if (form.is_exact && needs_type(attribute, owner.variable)) {
        out.print("{} ", types::name_of(attribute.type));
    }
    out.print("{} = ", whole);
    const bool is_empty = attribute.count == 0 && !form.is_exact;  // which ncdump shows as text
    if (attribute.type == types::External::character || is_empty) {
        out.put(text_literal(attribute, form));
    } else {
        print_numbers(out, attribute, form.digits);
    }
    out.put(" ;");
    if (owner.times && attribute.type != types::External::character)
        print_dates(out, attribute, *owner.times, form.time_separator);
    out.put("\n");
}

std::string_view format_of(int format) {
    namespace numbers = container::format_numbers;
    switch (format) {
        case numbers::classic:
            return "CDF-1";
        case numbers::cdf2:
            return "CDF-2 (large file)";
        case numbers::cdf5:
            return "CDF-5 (big variables)";
        default:
            return formats::word_of(format);
    }
}

void print_types(Output& out, LineFiller& filler, const std::vector<model::NamedType>& types,
                 const FileGroup& group) {
    if (group.types.empty()) return;
    out.print("{}types:\n", cdl_indent(group.depth));
    for (const int number : group.types)
        print_cdl_type(out, filler, types[static_cast<std::size_t>(number)].type, group.depth);
}

void print_dimensions(Output& out, const model::Schema& schema, const FileGroup& group) {
    const std::string indent = cdl_indent(group.depth);
    if (!group.dimensions.empty()) out.print("{}dimensions:\n", indent);
    for (const int id : group.dimensions) {
        const std::string name = cdl_name(group.short_name(schema.dimension(id).name));
        if (schema.dimension(id).is_unlimited) {
            out.print("{}\t{} = UNLIMITED ; // ({} currently)\n", indent, name,
                      schema.length_of(id));
        } else {
            out.print("{}\t{} = {} ;\n", indent, name, schema.dimension(id).length);
        }
    }
}

void print_variable(Output& out, const model::Schema& schema, const TypeScope& scope, int id,
                    const CdlForm& form) {
    const model::Variable& variable = schema.variable(id);
    const FileGroup& group = scope.group;
    const std::string_view name = group.short_name(variable.name);
    const std::string indent = cdl_indent(group.depth);
    out.print("{}\t{} {}", indent, type_name(variable.type_name(), variable.foreign.get(), scope),
              cdl_name(name));
    const char* separator = "(";
    for (const int dimension : variable.dimension_ids) {
        out.print("{}{}", separator, cdl_path(dimension_name(schema, group, dimension)));
        separator = ", ";
    }
    out.put(variable.dimension_ids.empty() ? " ;" : ") ;");
    if (!form.begins.empty())
        out.print(" //{}begin {}", cdl::note_mark, form.begins[static_cast<std::size_t>(id)]);
    out.put("\n");
    const Owner owner{.scope = scope,
                      .name = cdl_owner(name),
                      .indent = indent,
                      .variable = &variable,
                      .times = form.shows_times ? shown_times_of(schema, variable) : std::nullopt};
    for (const model::Attribute& attribute : variable.attributes)
        print_attribute(out, attribute, attribute.name, owner, form);
    // ncdump adds no blank to the name here.
    if (form.is_special) print_storage(out, variable, before_attribute(indent, cdl_name(name)));
}

void print_group_attributes(Output& out, const Input& input, const TypeScope& scope,
                            const CdlForm& form) {
    const FileGroup& group = scope.group;
    const model::AttributeList& attributes = input.schema().global_attributes;
    const Owner owner{.scope = scope, .indent = cdl_indent(group.depth)};
    const bool shows_format = form.is_special || (form.is_exact && group.is_root());
    if (!group.attributes.empty() || shows_format)
        out.print("\n{}// {} attributes:\n", owner.indent, group.is_root() ? "global" : "group");
    for (const int id : group.attributes) {
        const model::Attribute& attribute = attributes.at(id);
        print_attribute(out, attribute, group.short_name(attribute.name), owner, form);
    }
    if (!group.is_root()) return;
    if (shows_format)
        print_origin(out, form.is_special ? input.origin() : std::nullopt,
                     formats::word_of(input.format()), before_attribute(owner.indent, ""));
    if (form.file_bytes) out.print("//{}size {}\n", cdl::note_mark, *form.file_bytes);
}

}  // namespace

void print_cdl_definitions(Output& out, LineFiller& filler, const Input& input,
                           const FileGroup& group, const CdlForm& form) {
    const model::Schema& schema = input.schema();
    const std::vector<model::NamedType> types = input.types();
    const TypeScope scope{group, types};
    print_types(out, filler, types, group);
    print_dimensions(out, schema, group);
    if (!group.variables.empty()) out.print("{}variables:\n", cdl_indent(group.depth));
    for (const int id : group.variables) {
        if (out.is_open()) print_variable(out, schema, scope, id, form);
    }
    print_group_attributes(out, input, scope, form);
}

void print_cdl_begin(Output& out, const Input& input, const CdlForm& form) {
    out.print("netcdf {} {{\n", cdl_name(form.name));
    if (form.says_format) out.print("// file format: {}\n", format_of(input.format()));
}

}  // namespace weft::tools
