// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "cdl/note.hpp"
#include "cdl/words.hpp"
#include "container/constants.hpp"
#include "formats/formats.hpp"
#include "tools/dump/cdl_text.hpp"
#include "tools/dump/cdl_times.hpp"
#include "tools/dump/dump.hpp"
#include "tools/meaning/attributes.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// A line break ends a piece of the literal. Zeros behind the text are omitted unless all is
/// requested.
std::string text_literal(const model::Attribute& attribute, bool is_exact) {
    std::size_t length = attribute.values.size();
    while (!is_exact && length > 0 && attribute.values[length - 1] == std::byte{0}) --length;
    std::string text = "\"";
    for (std::size_t i = 0; i < length; ++i) {
        const char byte = static_cast<char>(attribute.values[i]);
        append_cdl_byte(text, byte, Beyond::kept);
        if (byte == '\n') text += "\",\n\t\t\t\"";
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

/// Numbers of times, as dates in a comment.
void print_dates(Output& out, const model::Attribute& attribute, const TimeUnits& units,
                 char separator) {
    for (std::int64_t i = 0; i < attribute.count; ++i)
        out.print("{}\"{}\"", i == 0 ? " // " : ", ",
                  moment_text(
                      units, static_cast<double>(number_at(attribute, static_cast<std::size_t>(i))),
                      separator));
}

/// Strings as ncdump has them; of other types that the classic model lacks a comment tells.
void print_foreign(Output& out, const model::Attribute& attribute, const model::Variable* owner) {
    const std::string name = fmt::format("{}:{}", owner == nullptr ? "" : cdl_owner(owner->name),
                                         cdl_name(attribute.name));
    if (attribute.foreign->type.type_class != model::TypeClass::string)
        return out.print("\t\t// {} is of type {}\n", name, attribute.type_name());
    out.print("\t\tstring {} = ", name);
    const char* separator = "";
    for (const std::string& one : attribute.foreign->strings) {
        out.print("{}{}", separator, cdl_string(one));
        separator = ", ";
    }
    out.put(" ;\n");
}

/// `owner` is null for global attributes.
void print_attribute(Output& out, const model::Attribute& attribute, const model::Variable* owner,
                     const CdlForm& form, const std::optional<TimeUnits>& times = {}) {
    if (!attribute.has_values()) return print_foreign(out, attribute, owner);
    out.put("\t\t");
    if (form.is_exact && needs_type(attribute, owner)) {
        out.print("{} ", types::name_of(attribute.type));
    }
    // A backslash marks an attribute of the file, in contrast to one that only describes the file.
    const bool is_hidden = form.is_exact && cdl::is_special_attribute(attribute.name);
    out.print("{}:{}{} = ", owner == nullptr ? "" : cdl_owner(owner->name), is_hidden ? "\\" : "",
              cdl_name(attribute.name));
    const bool is_empty = attribute.count == 0 && !form.is_exact;  // which ncdump shows as text
    if (attribute.type == types::External::character || is_empty) {
        out.put(text_literal(attribute, form.is_exact));
    } else {
        print_numbers(out, attribute, form.digits);
    }
    out.put(" ;");
    if (times && attribute.type != types::External::character)
        print_dates(out, attribute, *times, form.time_separator);
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

void print_dimensions(Output& out, const model::Schema& schema) {
    if (schema.dimension_count() > 0) out.put("dimensions:\n");
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const std::string name = cdl_name(schema.dimension(id).name);
        if (schema.dimension(id).is_unlimited) {
            out.print("\t{} = UNLIMITED ; // ({} currently)\n", name, schema.length_of(id));
        } else {
            out.print("\t{} = {} ;\n", name, schema.dimension(id).length);
        }
    }
}

void print_variable(Output& out, const model::Schema& schema, int id, const CdlForm& form) {
    const model::Variable& variable = schema.variable(id);
    out.print("\t{} {}", variable.type_name(), cdl_name(variable.name));
    const char* separator = "(";
    for (const int dimension : variable.dimension_ids) {
        out.print("{}{}", separator, cdl_name(schema.dimension(dimension).name));
        separator = ", ";
    }
    out.put(variable.dimension_ids.empty() ? " ;" : ") ;");
    if (!form.begins.empty())
        out.print(" //{}begin {}", cdl::note_mark, form.begins[static_cast<std::size_t>(id)]);
    out.put("\n");
    const std::optional<TimeUnits> times =
        form.shows_times ? shown_times_of(schema, variable) : std::nullopt;
    for (const model::Attribute& attribute : variable.attributes) {
        print_attribute(out, attribute, &variable, form, times);
    }
}

}  // namespace

void print_cdl_header(Output& out, const Input& input, const CdlForm& form) {
    const model::Schema& schema = input.schema();
    out.print("netcdf {} {{\n", cdl_name(form.name));
    if (form.says_format) out.print("// file format: {}\n", format_of(input.format()));
    print_dimensions(out, schema);
    if (schema.variable_count() > 0) out.put("variables:\n");
    for (int id = 0; id < schema.variable_count() && out.is_open(); ++id) {
        print_variable(out, schema, id, form);
    }
    const bool shows_format = form.is_exact || form.is_special;
    if (schema.global_attributes.size() > 0 || shows_format) {
        out.put("\n// global attributes:\n");
    }
    for (const model::Attribute& attribute : schema.global_attributes) {
        print_attribute(out, attribute, nullptr, form);
    }
    if (shows_format) out.print("\t\t:_Format = \"{}\" ;\n", formats::word_of(input.format()));
    if (form.file_bytes) out.print("//{}size {}\n", cdl::note_mark, *form.file_bytes);
}

}  // namespace weft::tools
