// SPDX-License-Identifier: BSD-3-Clause
// The data section of CDL. A row has the values along the last dimension; with several dimensions
// it begins on a new line, and it is broken if a value would pass the line's end.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "tools/dump/braces.hpp"
#include "tools/dump/cdl_text.hpp"
#include "tools/dump/cdl_times.hpp"
#include "tools/dump/dump.hpp"
#include "tools/dump/groups.hpp"
#include "tools/dump/index_notes.hpp"
#include "tools/dump/line_filler.hpp"
#include "tools/dump/member_names.hpp"
#include "tools/shared/string_stream.hpp"
#include "tools/shared/value_stream.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// The value that is printed as an underscore: the fill value of the variable or of its type. Bytes
/// often use all values, so they have one only if the variable defines it.
template <class T>
std::optional<T> fill_of(const model::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id >= 0) {
        const model::Attribute& fill = variable.attributes.at(id);
        if (fill.type == variable.type && fill.count == 1) return load<T>(fill.values.data());
    }
    if (sizeof(T) == 1 || variable.foreign != nullptr) return std::nullopt;
    return load_stored<T>(types::default_fill(variable.type).data());
}

/// `is_exact`: the bits must also be those of the fill value, because -0 and NaN may only compare
/// equal.
template <class T>
bool is_fill(const std::optional<T>& fill, T value, bool is_exact) {
    if (!fill) return false;
    if (is_exact) return std::memcmp(&*fill, &value, sizeof(T)) == 0;
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(*fill)) return std::isnan(value);
    }
    return value == *fill;
}

/// The form of a row, with dates for values of time, if requested.
struct RowForm {
    const CdlForm& cdl;
    std::optional<TimeUnits> times;

    template <class T>
    char* write(char* to, T value) const {
        if (times && std::isfinite(static_cast<double>(value))) {
            const std::string text =
                moment_text(*times, static_cast<double>(value), cdl.time_separator);
            *to++ = '"';
            to = std::copy_n(text.begin(), std::min(text.size(), number_room - 2), to);
            *to++ = '"';
            return to;
        }
        return write_number(to, value, cdl.digits);
    }
};

/// Values that are printed together.
struct Row {
    std::int64_t length = 0;
    std::string behind = {};  // what closes it

    /// Takes one value from it. What follows the value.
    std::string_view next() { return --length > 0 ? std::string_view(", ") : behind; }
};

/// Prints one row of numbers. `values` receives each number with the text that follows it.
template <class T>
Status print_row(auto& values, ValueStream& stream, Row row, const std::optional<T>& fill,
                 const RowForm& row_form) {
    const CdlForm& form = row_form.cdl;
    std::array<char, number_room> room;
    std::string piece;
    while (row.length > 0) {
        const auto bytes = stream.next(row.length);
        if (!bytes.ok()) return bytes.status();
        for (std::size_t at = 0; at < bytes.value().size(); at += sizeof(T)) {
            const T value = load<T>(bytes.value().data() + at);
            char* end = room.data();
            if (is_fill(fill, value, form.is_exact)) {
                *end++ = '_';
            } else {
                end = row_form.write(end, value);
            }
            piece.assign(room.data(), end);
            values.put(piece += row.next());
        }
    }
    return {};
}

/// Prints one row of an enumeration, like print_row.
template <class T>
Status print_member_row(auto& values, ValueStream& stream, Row row, const std::optional<T>& fill,
                        const MemberNames& names) {
    while (row.length > 0) {
        const auto bytes = stream.next(row.length);
        if (!bytes.ok()) return bytes.status();
        for (std::size_t at = 0; at < bytes.value().size(); at += sizeof(T)) {
            const T value = load<T>(bytes.value().data() + at);
            std::string piece = value == fill ? "_" : names.of(static_cast<std::int64_t>(value));
            values.put(piece += row.next());
        }
    }
    return {};
}

/// Prints one row of strings, like print_row.
Status print_string_row(auto& values, StringStream& stream, Row row, const std::string& fill) {
    while (row.length > 0) {
        const auto value = stream.next();
        if (!value.ok()) return value.status();
        std::string piece = value.value() == fill ? "_" : cdl_string(value.value());
        values.put(piece += row.next());
    }
    return {};
}

/// The fill value of strings; netCDF's default is the empty string.
std::string string_fill_of(const model::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id < 0) return "";
    const model::Attribute& fill = variable.attributes.at(id);
    if (fill.is_string) return std::string(text_of(fill));
    if (fill.foreign == nullptr || fill.foreign->strings.empty()) return "";
    return fill.foreign->strings.front();
}

/// The form of a row of characters.
struct TextForm {
    bool drops_zeros = true;   // behind the text; a reader adds them again
    bool breaks_lines = true;  // into several literals, which a reader takes for several rows
};

TextForm text_form_of(const model::Variable& variable, bool is_record_text, const CdlForm& form) {
    if (!form.is_exact) return {};
    const std::optional<char> own = fill_of<char>(variable);
    return {.drops_zeros = own.value_or('\0') == '\0' && !is_record_text, .breaks_lines = false};
}

/// Prints one row of characters as a string literal.
Status print_text_row(Output& out, ValueStream& stream, const Row& row, TextForm form) {
    std::int64_t length = row.length;
    std::int64_t zeros = 0;  // met, but possibly followed by other bytes
    std::string text = "\"";
    const auto put_zeros = [&] {
        if (zeros == 0) return;
        out.put(text);
        text.clear();
        for (; zeros > 0; --zeros) out.put("\\000");
    };
    while (length > 0) {
        const auto bytes = stream.next(length);
        if (!bytes.ok()) return bytes.status();
        length -= static_cast<std::int64_t>(bytes.value().size());
        for (const std::byte byte : bytes.value()) {
            if (byte == std::byte{0}) {
                ++zeros;
                continue;
            }
            put_zeros();
            append_cdl_byte(text, static_cast<char>(byte), Beyond::octal);
            if (byte == std::byte{'\n'} && form.breaks_lines) text += "\",\n    \"";
        }
        out.put(text);
        text.clear();
    }
    if (!form.drops_zeros) put_zeros();
    out.put("\"" + row.behind);
    return {};
}

/// The properties that all rows of a variable share.
struct Rows {
    const model::Variable& variable;
    std::string_view name;  // without the path of its group
    std::vector<std::int64_t> shape;
    Braces braces;
    std::size_t indent = 0;  // of its group
    RowForm row_form;
    TextForm text_form;

    [[nodiscard]] Row at(std::int64_t number) const {
        return {.length = shape.empty() ? 1 : shape.back(), .behind = braces.behind(number)};
    }
    [[nodiscard]] bool are_several() const { return shape.size() > 1; }
    [[nodiscard]] RowIndices indices() const {
        return {cdl_name(name), shape, row_form.cdl.notes.is_fortran};
    }
};

/// Prints values in lines of the full length. `print_one_row(filler, row)` writes the values of a
/// row.
Status print_lines(Output& out, LineFiller& filler, const auto& stream, const Rows& rows,
                   const auto& print_one_row) {
    // The unescaped length of the name counts, so that lines break as in other programs that write
    // CDL.
    filler.begin_at(rows.name.size() + rows.row_form.cdl.place.size() + 4);
    const bool has_notes = rows.are_several() && rows.row_form.cdl.notes.of == IndexNotes::Of::rows;
    const RowIndices indices = rows.indices();
    const std::string begin_of_values = "\n" + std::string(rows.indent + 4, ' ');
    const auto begin_row = [&](std::int64_t number) {
        const std::string braces = rows.braces.before(number);
        out.put(braces);
        if (has_notes) out.put(indices.row_note(number) + begin_of_values);
        filler.begin_at(has_notes ? 4 : 2 + braces.size());
    };
    for (std::int64_t number = 0;; ++number) {
        if (rows.are_several()) begin_row(number);
        const Status status = print_one_row(filler, rows.at(number));
        if (!status.ok() || !out.is_open()) return status;
        if (stream.values_left() == 0) break;
        out.put(",\n  ");
    }
    out.put(" ;\n");
    return {};
}

/// Prints each value, or row of characters, with its indices.
Status print_noted(Output& out, const auto& stream, const Rows& rows, const auto& print_one_row) {
    const RowIndices indices = rows.indices();
    NotedValues values(out, indices, stream.values_left());
    Status status;
    for (std::int64_t number = 0; stream.values_left() > 0; ++number) {
        if (!status.ok() || !out.is_open()) break;
        out.put(rows.braces.before(number));
        status = print_one_row(values, rows.at(number));
    }
    return status;
}

/// `print_one_row(values, row)`: into a LineFiller or NotedValues.
Status print_rows(Output& out, LineFiller& filler, const auto& stream, const Rows& rows,
                  const auto& print_one_row) {
    filler.begin_section(rows.indent);
    return rows.row_form.cdl.notes.of == IndexNotes::Of::values
               ? print_noted(out, stream, rows, print_one_row)
               : print_lines(out, filler, stream, rows, print_one_row);
}

Status print_strings(Output& out, LineFiller& filler, const Input& input, int id,
                     const Rows& rows) {
    StringStream stream(input, id);
    const std::string fill = string_fill_of(rows.variable);
    return print_rows(out, filler, stream, rows, [&](auto& values, const Row& row) {
        return print_string_row(values, stream, row, fill);
    });
}

void end_text_row(NotedValues& values) {
    values.end_text_row();
}
void end_text_row(LineFiller& /*values*/) {}

template <class T>
Status print_values(Output& out, LineFiller& filler, const Input& input, int id, const Rows& rows) {
    ValueStream stream(input, id);
    const std::optional<T> fill = fill_of<T>(rows.variable);
    if (rows.variable.foreign != nullptr) {
        const MemberNames names(*rows.variable.foreign);
        return print_rows(out, filler, stream, rows, [&](auto& values, const Row& row) {
            return print_member_row<T>(values, stream, row, fill, names);
        });
    }
    return print_rows(out, filler, stream, rows, [&](auto& values, const Row& row) {
        if constexpr (std::is_same_v<T, char>) {
            const Status status = print_text_row(out, stream, row, rows.text_form);
            end_text_row(values);
            return status;
        } else {
            return print_row<T>(values, stream, row, fill, rows.row_form);
        }
    });
}

}  // namespace

Status print_cdl_data(Output& out, LineFiller& filler, const Input& input, const FileGroup& group,
                      int id, const CdlForm& form) {
    const model::Schema& schema = input.schema();
    const model::Variable& variable = schema.variable(id);
    if (input.values_of(id) == 0) return {};
    const std::string indent = cdl_indent(group.depth);
    Rows rows{
        .variable = variable,
        .name = group.short_name(variable.name),
        .shape = schema.shape_of(variable),
        .braces = Braces(schema, variable),
        .indent = indent.size(),
        .row_form = {form, form.shows_times ? shown_times_of(schema, variable) : std::nullopt},
        .text_form = {}};
    const bool is_record_text = !rows.are_several() && schema.is_record_variable(variable);
    rows.text_form = text_form_of(variable, is_record_text, form);
    out.print("\n{} {}{} ={}", indent, cdl_name(rows.name), form.place,
              rows.are_several() ? "\n  " : " ");
    if (!variable.has_values()) return print_strings(out, filler, input, id, rows);
    return with_value_type(variable.type, [&]<class T>(std::type_identity<T>) -> Status {
        return print_values<T>(out, filler, input, id, rows);
    });
}

}  // namespace weft::tools
