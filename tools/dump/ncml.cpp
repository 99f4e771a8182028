// SPDX-License-Identifier: BSD-3-Clause
// A header as `ncdump -x` writes it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/dump/dump.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// The text as the value of an attribute of XML.
std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '<') {
            safe += "&lt;";
        } else if (c == '>') {
            safe += "&gt;";
        } else if (c == '&') {
            safe += "&amp;";
        } else if (c == '"') {
            safe += "&quot;";
        } else if (c == '\t' || c == '\n' || c == '\r') {
            safe += fmt::format("&#x{:X};", byte);
        } else if (byte < 0x20 || byte == 0x7f) {
            safe += fmt::format("&#{};", byte);
        } else {
            safe += c;
        }
    }
    return safe;
}

std::string number_text(types::External type, const std::byte* bytes, Digits digits) {
    std::array<char, number_room> room;
    return with_value_type(type, [&]<class T>(std::type_identity<T>) -> std::string {
        const T value = load<T>(bytes);
        if constexpr (std::is_floating_point_v<T>) {
            if (!std::isfinite(value)) {
                const std::string sign = std::signbit(value) ? "-" : "";
                return sign + (std::isnan(value) ? "nan" : "inf");
            }
            std::string text(write_typed_number(room, type, bytes, digits));
            if (text.ends_with('f')) text.pop_back();
            return text;
        }
        return {room.data(), write_number(room.data(), value, digits)};
    });
}

/// The value of an attribute, without zeros behind a text.
std::string value_of(const model::Attribute& attribute, Digits digits) {
    if (!attribute.has_values())
        return escaped(fmt::format("{}", fmt::join(attribute.foreign->strings, " ")));
    if (attribute.type == types::External::character) {
        std::string_view text(reinterpret_cast<const char*>(attribute.values.data()),
                              attribute.values.size());
        while (text.ends_with('\0')) text.remove_suffix(1);
        return escaped(text);
    }
    std::string text;
    for (std::int64_t i = 0; i < attribute.count; ++i) {
        if (i > 0) text += ' ';
        text += number_text(attribute.type,
                            attribute.values.data() + i * types::size_of(attribute.type), digits);
    }
    return text;
}

/// The document that all elements of a file are part of.
struct Document {
    const Input& input;
    const FileGroups& groups;
    const std::vector<bool>& wanted;
    Digits digits;

    [[nodiscard]] const model::Schema& schema() const { return input.schema(); }
};

void print_attribute(Output& out, const model::Attribute& attribute, std::string_view name,
                     const std::string& indent, Digits digits) {
    out.print("{}<attribute name=\"{}\" ", indent, escaped(name));
    if (attribute.type != types::External::character)
        out.print("type=\"{}\" ", escaped(attribute.type_name()));
    out.print("value=\"{}\" />\n", value_of(attribute, digits));
}

std::string shape_of(const model::Schema& schema, const FileGroup& group,
                     const model::Variable& variable) {
    std::vector<std::string> names;
    for (const int id : variable.dimension_ids)
        names.push_back(escaped(dimension_name(schema, group, id)));
    return fmt::format("{}", fmt::join(names, " "));
}

void print_variable(Output& out, const Document& document, const FileGroup& group, int id,
                    const std::string& indent) {
    const model::Schema& schema = document.schema();
    const model::Variable& variable = schema.variable(id);
    out.print("{}<variable name=\"{}\"", indent, escaped(group.short_name(variable.name)));
    if (!variable.dimension_ids.empty())
        out.print(" shape=\"{}\"", shape_of(schema, group, variable));
    const std::vector<std::int64_t> shape = schema.shape_of(variable);
    const bool has_values = std::ranges::find(shape, 0) == shape.end();
    const bool is_wanted = document.wanted[static_cast<std::size_t>(id)];
    const bool is_closed = variable.attributes.size() == 0 && !(is_wanted && has_values);
    out.print(" type=\"{}\"{}>\n", escaped(variable.type_name()), is_closed ? " /" : "");
    if (is_closed) return;
    for (const model::Attribute& attribute : variable.attributes)
        print_attribute(out, attribute, attribute.name, indent + "  ", document.digits);
    out.print("{}</variable>\n", indent);
}

/// An enumeration; NcML has elements for no other types.
void print_type(Output& out, const model::ForeignType& type, const std::string& indent) {
    if (!type.has_integers()) return;
    out.print("{}<enumTypedef name=\"{}\" type=\"{}\">\n", indent, escaped(type.name),
              types::name_of(type.base));
    for (const model::ForeignType::Member& member : type.members)
        out.print("{}  <enum key=\"{}\">{}</enum>\n", indent, member.value, escaped(member.name));
    out.print("{}</enumTypedef>\n", indent);
}

/// Prints the content of a group.
void print_group(Output& out, const Document& document, const FileGroup& group) {
    const model::Schema& schema = document.schema();
    const std::string indent(2 * static_cast<std::size_t>(group.depth) + 2, ' ');
    const std::vector<model::NamedType> types = document.input.types();
    for (const int number : group.types)
        print_type(out, types[static_cast<std::size_t>(number)].type, indent);
    for (const int id : group.dimensions) {
        out.print("{}<dimension name=\"{}\" length=\"{}\" {}/>\n", indent,
                  escaped(group.short_name(schema.dimension(id).name)), schema.length_of(id),
                  schema.dimension(id).is_unlimited ? "isUnlimited=\"true\" " : "");
    }
    for (const int id : group.attributes) {
        const model::Attribute& attribute = schema.global_attributes.at(id);
        print_attribute(out, attribute, group.short_name(attribute.name), indent, document.digits);
    }
    for (const int id : group.variables)
        if (out.is_open()) print_variable(out, document, group, id, indent);
    for (const int number : group.groups) {
        const FileGroup& inner = document.groups.at(number);
        out.print("{}<group name=\"{}\">\n", indent, escaped(inner.name()));
        print_group(out, document, inner);
        out.print("{}</group>\n", indent);
    }
}

}  // namespace

void print_ncml(Output& out, const Input& input, const FileGroups& groups,
                const std::vector<bool>& wanted, std::string_view location, Digits digits) {
    out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.print(
        "<netcdf xmlns=\"https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2\" "
        "location=\"{}\">\n",
        escaped(location));
    print_group(out, {input, groups, wanted, digits}, groups.root());
    out.put("</netcdf>\n");
}

}  // namespace weft::tools
