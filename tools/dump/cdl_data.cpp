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

#include "tools/dump/cdl_text.hpp"
#include "tools/dump/cdl_times.hpp"
#include "tools/dump/dump.hpp"
#include "tools/dump/index_notes.hpp"
#include "tools/shared/string_stream.hpp"
#include "tools/shared/value_stream.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

constexpr std::string_view continuation = "\n    ";

/// Joins pieces of text and begins a new line before one that does not fit.
class LineFiller {
public:
    LineFiller(Output& out, int line_length)
        : out_(out), limit_(static_cast<std::size_t>(line_length - 2)) {}

    void begin_at(std::size_t column) { column_ = column; }
    void put(std::string_view piece) {
        constexpr std::size_t always_fits = 2;
        if (column_ + piece.size() > limit_ && piece.size() > always_fits) {
            out_.put(continuation);
            column_ = continuation.size() - 1;
        }
        out_.put(piece);
        column_ += piece.size();
    }

private:
    Output& out_;
    std::size_t limit_;
    std::size_t column_ = 0;
};

/// The value that is printed as an underscore: the fill value of the variable or of its type. Bytes
/// often use all values, so they have one only if the variable defines it.
template <class T>
std::optional<T> fill_of(const model::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id >= 0) {
        const model::Attribute& fill = variable.attributes.at(id);
        if (fill.type == variable.type && fill.count == 1) return load<T>(fill.values.data());
    }
    if (sizeof(T) == 1) return std::nullopt;
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

/// Dates for values of time, if requested.
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

/// One row of numbers. `values` receives each, with the comma behind it.
template <class T>
Status print_row(auto& values, ValueStream& stream, std::int64_t length,
                 const std::optional<T>& fill, const RowForm& row_form) {
    const CdlForm& form = row_form.cdl;
    std::array<char, number_room + 2> room;
    while (length > 0) {
        const auto bytes = stream.next(length);
        if (!bytes.ok()) return bytes.status();
        for (std::size_t at = 0; at < bytes.value().size(); at += sizeof(T)) {
            const T value = load<T>(bytes.value().data() + at);
            char* end = room.data();
            if (is_fill(fill, value, form.is_exact)) {
                *end++ = '_';
            } else {
                end = row_form.write(end, value);
            }
            if (--length > 0) {
                *end++ = ',';
                *end++ = ' ';
            }
            values.put({room.data(), end});
        }
    }
    return {};
}

/// One row of strings; as in print_row.
Status print_string_row(auto& values, StringStream& stream, std::int64_t length,
                        const std::string& fill) {
    while (length > 0) {
        const auto value = stream.next();
        if (!value.ok()) return value.status();
        values.put((value.value() == fill ? "_" : cdl_string(value.value())) +
                   (--length > 0 ? ", " : ""));
    }
    return {};
}

/// NetCDF's fill value of strings is the empty one.
std::string string_fill_of(const model::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id < 0 || variable.attributes.at(id).foreign == nullptr) return "";
    const std::vector<std::string>& strings = variable.attributes.at(id).foreign->strings;
    return strings.empty() ? "" : strings.front();
}

/// How a row of characters is written.
struct TextForm {
    bool drops_zeros = true;   // behind the text; a reader adds them again
    bool breaks_lines = true;  // into several literals, which a reader takes for several rows
};

TextForm text_form_of(const model::Variable& variable, bool is_record_text, const CdlForm& form) {
    if (!form.is_exact) return {};
    const std::optional<char> own = fill_of<char>(variable);
    return {.drops_zeros = own.value_or('\0') == '\0' && !is_record_text, .breaks_lines = false};
}

/// One row of characters as a string literal.
Status print_text_row(Output& out, ValueStream& stream, std::int64_t length, TextForm form) {
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
    out.put("\"");
    return {};
}

/// Common to all rows of a variable.
struct Rows {
    const model::Variable& variable;
    std::vector<std::int64_t> shape;
    RowForm row_form;
    TextForm text_form;

    [[nodiscard]] std::int64_t length() const { return shape.empty() ? 1 : shape.back(); }
    [[nodiscard]] bool are_several() const { return shape.size() > 1; }
};

/// In lines of the full length. `print_one_row(filler)` writes the values of a row.
Status print_lines(Output& out, const auto& stream, const Rows& rows, const auto& print_one_row) {
    const CdlForm& form = rows.row_form.cdl;
    LineFiller filler(out, form.line_length);
    // The unescaped length of the name counts, so that lines break as in other programs that write
    // CDL.
    filler.begin_at(rows.are_several() ? 2 : rows.variable.name.size() + 4);
    const bool has_notes = rows.are_several() && form.notes.of == IndexNotes::Of::rows;
    const RowIndices indices(rows.variable, rows.shape, form.notes.is_fortran);
    std::int64_t row_number = 0;
    const auto begin_row = [&] {
        if (has_notes) out.put(indices.row_note(row_number++));
        filler.begin_at(has_notes ? 4 : 2);
    };
    if (has_notes) begin_row();
    Status status;
    while (status.ok() && out.is_open()) {
        status = print_one_row(filler);
        if (stream.values_left() == 0) break;
        out.put(",\n  ");
        begin_row();
    }
    out.put(" ;\n");
    return status;
}

/// Each value, or row of characters, with its indices.
Status print_noted(Output& out, const auto& stream, const Rows& rows, const auto& print_one_row) {
    const bool is_fortran = rows.row_form.cdl.notes.is_fortran;
    const RowIndices indices(rows.variable, rows.shape, is_fortran);
    NotedValues values(out, indices, is_fortran, stream.values_left());
    Status status;
    while (status.ok() && out.is_open() && stream.values_left() > 0) status = print_one_row(values);
    return status;
}

/// `print_one_row(values)`: into a LineFiller or NotedValues.
Status print_rows(Output& out, const auto& stream, const Rows& rows, const auto& print_one_row) {
    return rows.row_form.cdl.notes.of == IndexNotes::Of::values
               ? print_noted(out, stream, rows, print_one_row)
               : print_lines(out, stream, rows, print_one_row);
}

Status print_strings(Output& out, const Input& input, int id, const Rows& rows) {
    StringStream stream(input, id);
    const std::string fill = string_fill_of(rows.variable);
    return print_rows(out, stream, rows, [&](auto& values) {
        return print_string_row(values, stream, rows.length(), fill);
    });
}

void end_text_row(NotedValues& values) {
    values.end_text_row();
}
void end_text_row(LineFiller& /*values*/) {}

}  // namespace

Status print_cdl_data(Output& out, const Input& input, int id, const CdlForm& form) {
    const model::Schema& schema = input.schema();
    const model::Variable& variable = schema.variable(id);
    if (input.values_of(id) == 0) return {};
    Rows rows{variable, schema.shape_of(variable),
              RowForm{form, form.shows_times ? shown_times_of(schema, variable) : std::nullopt},
              TextForm()};
    const bool is_record_text = !rows.are_several() && schema.is_record_variable(variable);
    rows.text_form = text_form_of(variable, is_record_text, form);
    out.print("\n {} ={}", cdl_name(variable.name), rows.are_several() ? "\n  " : " ");
    if (!variable.has_values()) return print_strings(out, input, id, rows);
    ValueStream stream(input, id);
    return with_value_type(variable.type, [&]<class T>(std::type_identity<T>) -> Status {
        const std::optional<T> fill = fill_of<T>(variable);
        return print_rows(out, stream, rows, [&](auto& values) {
            if constexpr (std::is_same_v<T, char>) {
                const Status status = print_text_row(out, stream, rows.length(), rows.text_form);
                end_text_row(values);
                return status;
            } else {
                return print_row<T>(values, stream, rows.length(), fill, rows.row_form);
            }
        });
    });
}

}  // namespace weft::tools
