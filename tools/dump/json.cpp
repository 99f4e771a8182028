// SPDX-License-Identifier: BSD-3-Clause
// The JSON form of a dump; its schema is in tools/README.md.
#include <array>
#include <string>
#include <vector>

#include "formats/formats.hpp"
#include "tools/dump/dump.hpp"
#include "tools/shared/json_text.hpp"
#include "tools/shared/string_stream.hpp"
#include "tools/shared/value_stream.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class T>
void print_list(Output& out, const model::Values& values) {
    std::array<char, number_room> room;
    for (std::size_t at = 0; at < values.size(); at += sizeof(T)) {
        if (at > 0) out.put(", ");
        out.put({room.data(), write_json_number(room.data(), load<T>(values.data() + at))});
    }
}

void put_type(Output& out, std::string_view name) {
    out.put(", \"type\": ");
    put_json_string(out, name);
}

/// Prints the strings of a type of strings; other types have none.
void put_strings(Output& out, const std::vector<std::string>& strings) {
    const char* separator = "[";
    for (const std::string& one : strings) {
        out.put(separator);
        put_json_string(out, one);
        separator = ", ";
    }
    out.put(strings.empty() ? "[]" : "]");
}

void print_attributes(Output& out, const model::AttributeList& attributes) {
    out.put("[");
    const char* separator = "";
    for (const model::Attribute& attribute : attributes) {
        out.print("{}{{\"name\": ", separator);
        put_json_string(out, attribute.name);
        put_type(out, attribute.type_name());
        out.put(", \"value\": ");
        if (!attribute.has_values()) {
            put_strings(out, attribute.foreign->strings);
        } else if (attribute.type == types::External::character) {
            put_json_string(out, as_text(attribute.values));
        } else {
            out.put("[");
            with_value_type(attribute.type, [&]<class T>(std::type_identity<T>) {
                print_list<T>(out, attribute.values);
            });
            out.put("]");
        }
        out.put("}");
        separator = ", ";
    }
    out.put("]");
}

void print_dimension_members(Output& out, const model::Schema& schema) {
    out.put("\"dimensions\": [");
    for (int id = 0; id < schema.dimension_count(); ++id) {
        out.put(id > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
        put_json_string(out, schema.dimension(id).name);
        out.print(", \"length\": {}, \"unlimited\": {}}}", schema.length_of(id),
                  schema.dimension(id).is_unlimited);
    }
    out.put("]");
}

void print_variable(Output& out, const model::Schema& schema, const model::Variable& variable) {
    out.put("{\"name\": ");
    put_json_string(out, variable.name);
    put_type(out, variable.type_name());
    out.put(", \"dimensions\": [");
    const char* separator = "";
    for (const int id : variable.dimension_ids) {
        out.put(separator);
        put_json_string(out, schema.dimension(id).name);
        separator = ", ";
    }
    out.print("], \"shape\": [{}], \"attributes\": ", fmt::join(schema.shape_of(variable), ", "));
    print_attributes(out, variable.attributes);
    out.put("}");
}

/// Prints one row of numbers without its brackets.
template <class T>
Status print_row(Output& out, ValueStream& stream, std::int64_t length) {
    std::array<char, number_room + 2> room;
    while (length > 0) {
        const auto bytes = stream.next(length);
        if (!bytes.ok()) return bytes.status();
        for (std::size_t at = 0; at < bytes.value().size(); at += sizeof(T)) {
            char* end = write_json_number(room.data(), load<T>(bytes.value().data() + at));
            if (--length > 0) {
                *end++ = ',';
                *end++ = ' ';
            }
            out.put({room.data(), end});
        }
    }
    return {};
}

/// Prints one row of characters as a string, without the zeros at its end, whose number follows
/// from the shape.
Status print_text_row(Output& out, ValueStream& stream, std::int64_t length) {
    JsonString string(out);
    std::int64_t zeros = 0;
    while (length > 0) {
        const auto bytes = stream.next(length);
        if (!bytes.ok()) return bytes.status();
        const std::string_view text = as_text(bytes.value());
        length -= static_cast<std::int64_t>(text.size());
        const std::size_t last = text.find_last_not_of('\0');
        const std::size_t kept = last == std::string_view::npos ? 0 : last + 1;
        for (; kept > 0 && zeros > 0; --zeros) string.put({"\0", 1});
        string.put(text.substr(0, kept));
        zeros += static_cast<std::int64_t>(text.size() - kept);
    }
    string.finish();
    return {};
}

Status print_string_row(Output& out, StringStream& stream, std::int64_t length) {
    while (length > 0) {
        const auto value = stream.next();
        if (!value.ok()) return value.status();
        put_json_string(out, value.value());
        if (--length > 0) out.put(", ");
    }
    return {};
}

/// The number of levels above rows that begin at row number `row` (or end before it).
std::size_t levels_turning_at(const std::vector<std::int64_t>& shape, std::int64_t row) {
    std::size_t count = 0;
    for (std::size_t level = shape.size() - 1; level > 0; --level) {
        if (row % shape[level - 1] != 0) break;
        row /= shape[level - 1];
        ++count;
    }
    return count;
}

/// `print_one_row()` writes the values of the next row.
Status print_rows(Output& out, const auto& stream, const std::vector<std::int64_t>& shape,
                  bool row_is_array, const auto& print_one_row) {
    Status status;
    for (std::int64_t row = 0; status.ok() && out.is_open() && stream.values_left() > 0; ++row) {
        const std::size_t levels = shape.empty() ? 0 : levels_turning_at(shape, row);
        if (row > 0) out.put(std::string(levels, ']') + ",\n     ");
        out.put(std::string(levels, '['));
        if (row_is_array) out.put("[");
        status = print_one_row();
        if (row_is_array) out.put("]");
    }
    out.put(std::string(shape.empty() ? 0 : shape.size() - 1, ']'));
    return status;
}

}  // namespace

void print_json_header(Output& out, const Input& input) {
    const model::Schema& schema = input.schema();
    out.print("{{\n  \"format\": \"{}\",\n  ", formats::word_of(input.format()));
    print_dimension_members(out, schema);
    out.put(",\n  \"attributes\": ");
    print_attributes(out, schema.global_attributes);
    out.put(",\n  \"variables\": [");
    for (int id = 0; id < schema.variable_count() && out.is_open(); ++id) {
        out.put(id > 0 ? ",\n    " : "\n    ");
        print_variable(out, schema, schema.variable(id));
    }
    out.put("]");
}

Status print_json_data(Output& out, const Input& input, int id) {
    const model::Variable& variable = input.schema().variable(id);
    const std::vector<std::int64_t> shape = input.schema().shape_of(variable);
    if (input.values_of(id) == 0) {
        out.put("[]");
        return {};
    }
    const std::int64_t row_length = shape.empty() ? 1 : shape.back();
    if (!variable.has_values()) {
        StringStream stream(input, id);
        return print_rows(out, stream, shape, !shape.empty(),
                          [&] { return print_string_row(out, stream, row_length); });
    }
    ValueStream stream(input, id);
    // Characters make a row one value; so does a variable without dimensions.
    const bool row_is_array = !shape.empty() && variable.type != types::External::character;
    return with_value_type(variable.type, [&]<class T>(std::type_identity<T>) -> Status {
        return print_rows(out, stream, shape, row_is_array, [&] {
            return std::is_same_v<T, char> ? print_text_row(out, stream, row_length)
                                           : print_row<T>(out, stream, row_length);
        });
    });
}

}  // namespace weft::tools
