// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstddef>

#include "tools/cdl_text.hpp"
#include "tools/dump.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// Text is printed without the zeros behind it, and a line break ends a piece of the literal.
std::string text_literal(const format::Attribute& attribute) {
    std::size_t length = attribute.values.size();
    while (length > 0 && attribute.values[length - 1] == std::byte{0}) --length;
    std::string text = "\"";
    for (std::size_t i = 0; i < length; ++i) {
        const char byte = static_cast<char>(attribute.values[i]);
        append_cdl_byte(text, byte, Beyond::kept);
        if (byte == '\n') text += "\",\n\t\t\t\"";
    }
    return text += '"';
}

void print_numbers(Output& out, const format::Attribute& attribute, Digits digits) {
    const int value_bytes = types::size_of(attribute.type);
    std::array<char, number_room> room;
    for (std::int64_t i = 0; i < attribute.count; ++i) {
        if (i > 0) out.put(", ");
        out.put(write_typed_number(room, attribute.type, attribute.values.data() + i * value_bytes,
                                   digits));
    }
}

void print_attributes(Output& out, const std::string& owner,
                      const format::AttributeList& attributes, Digits digits) {
    for (const format::Attribute& attribute : attributes) {
        out.print("\t\t{}:{} = ", owner, cdl_name(attribute.name));
        if (attribute.type == types::External::character || attribute.count == 0) {
            out.put(text_literal(attribute));
        } else {
            print_numbers(out, attribute, digits);
        }
        out.put(" ;\n");
    }
}

void print_dimensions(Output& out, const format::Schema& schema) {
    if (schema.dimension_count() > 0) out.put("dimensions:\n");
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const std::string name = cdl_name(schema.dimension(id).name);
        if (id == schema.record_dimension()) {
            out.print("\t{} = UNLIMITED ; // ({} currently)\n", name, schema.record_count);
        } else {
            out.print("\t{} = {} ;\n", name, schema.dimension(id).length);
        }
    }
}

void print_variable(Output& out, const format::Schema& schema, const format::Variable& variable,
                    Digits digits) {
    const std::string name = cdl_name(variable.name);
    out.print("\t{} {}", types::name_of(variable.type), name);
    const char* separator = "(";
    for (const int id : variable.dimension_ids) {
        out.print("{}{}", separator, cdl_name(schema.dimension(id).name));
        separator = ", ";
    }
    out.put(variable.dimension_ids.empty() ? " ;\n" : ") ;\n");
    print_attributes(out, name, variable.attributes, digits);
}

}  // namespace

void print_cdl_header(Output& out, const format::Schema& schema, const CdlForm& form) {
    out.print("netcdf {} {{\n", cdl_name(form.name));
    print_dimensions(out, schema);
    if (schema.variable_count() > 0) out.put("variables:\n");
    for (int id = 0; id < schema.variable_count() && out.is_open(); ++id) {
        print_variable(out, schema, schema.variable(id), form.digits);
    }
    if (schema.global_attributes.size() > 0) out.put("\n// global attributes:\n");
    print_attributes(out, "", schema.global_attributes, form.digits);
}

}  // namespace weft::tools
