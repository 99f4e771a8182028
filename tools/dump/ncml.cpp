// SPDX-License-Identifier: BSD-3-Clause
// A header as `ncdump -x` writes it.
#include <fmt/format.h>

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

/// Zeros behind a text are omitted.
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

void print_attributes(Output& out, const model::AttributeList& attributes, const char* indent,
                      Digits digits) {
    for (const model::Attribute& attribute : attributes) {
        out.print("{}<attribute name=\"{}\" ", indent, escaped(attribute.name));
        if (attribute.type != types::External::character)
            out.print("type=\"{}\" ", escaped(attribute.type_name()));
        out.print("value=\"{}\" />\n", value_of(attribute, digits));
    }
}

void print_variable(Output& out, const model::Schema& schema, const model::Variable& variable,
                    bool is_wanted, Digits digits) {
    out.print("  <variable name=\"{}\"", escaped(variable.name));
    const char* before = " shape=\"";
    for (const int id : variable.dimension_ids) {
        out.print("{}{}", before, escaped(schema.dimension(id).name));
        before = " ";
    }
    const std::vector<std::int64_t> shape = schema.shape_of(variable);
    const bool has_values = std::ranges::find(shape, 0) == shape.end();
    const bool is_closed = variable.attributes.size() == 0 && !(is_wanted && has_values);
    out.print("{} type=\"{}\"{}>\n", variable.dimension_ids.empty() ? "" : "\"",
              escaped(variable.type_name()), is_closed ? " /" : "");
    if (is_closed) return;
    print_attributes(out, variable.attributes, "    ", digits);
    out.put("  </variable>\n");
}

}  // namespace

void print_ncml(Output& out, const model::Schema& schema, const std::vector<bool>& wanted,
                std::string_view location, Digits digits) {
    out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.print(
        "<netcdf xmlns=\"https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2\" "
        "location=\"{}\">\n",
        escaped(location));
    for (int id = 0; id < schema.dimension_count(); ++id) {
        out.print("  <dimension name=\"{}\" length=\"{}\" {}/>\n",
                  escaped(schema.dimension(id).name), schema.length_of(id),
                  schema.dimension(id).is_unlimited ? "isUnlimited=\"true\" " : "");
    }
    print_attributes(out, schema.global_attributes, "  ", digits);
    for (int id = 0; id < schema.variable_count() && out.is_open(); ++id)
        print_variable(out, schema, schema.variable(id), wanted[static_cast<std::size_t>(id)],
                       digits);
    out.put("</netcdf>\n");
}

}  // namespace weft::tools
