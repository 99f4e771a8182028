// SPDX-License-Identifier: BSD-3-Clause
// The data section of CDL. A row is what varies along the last dimension; it begins on a line of
// its own when there are several dimensions, and is broken where a value would pass the line's end.
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
#include "tools/shared/value_stream.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

constexpr std::string_view continuation = "\n    ";

/// Puts pieces of text one behind the other and begins a new line before one that does not fit.
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

/// The value that stands for "nothing here" and is printed as an underscore: the variable's own or
/// its type's. Bytes are often used in full, so that they have none unless the variable says so.
template <class T>
std::optional<T> fill_of(const format::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id >= 0) {
        const format::Attribute& fill = variable.attributes.at(id);
        if (fill.type == variable.type && fill.count == 1) return load<T>(fill.values.data());
    }
    if (sizeof(T) == 1) return std::nullopt;
    return load<T>(types::default_fill(variable.type).data());
}

/// `is_exact`: also the bits are those of the fill value, which -0 and NaN may have in common only
/// by value.
template <class T>
bool is_fill(const std::optional<T>& fill, T value, bool is_exact) {
    if (!fill) return false;
    if (is_exact) return std::memcmp(&*fill, &value, sizeof(T)) == 0;
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(*fill)) return std::isnan(value);
    }
    return value == *fill;
}

/// Dates where values are times and dates are wanted.
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

/// "// a(0,1, 0-2)", or counted from 1 with the order of Fortran.
std::string row_note(const format::Variable& variable, const std::vector<std::int64_t>& shape,
                     std::int64_t row, IndexNotes notes) {
    const bool is_fortran = notes == IndexNotes::fortran;
    const std::int64_t first = is_fortran ? 1 : 0;
    std::vector<std::int64_t> index;
    for (std::size_t i = shape.size() - 1; i > 0; --i) {
        index.push_back(row % shape[i - 1] + first);
        row /= shape[i - 1];
    }
    if (!is_fortran) std::reverse(index.begin(), index.end());
    const std::string others = fmt::format("{}", fmt::join(index, ","));
    const std::string span = fmt::format("{}-{}", first, shape.back() - 1 + first);
    return fmt::format("// {}({})\n    ", cdl_name(variable.name),
                       is_fortran ? span + " ," + others : others + ", " + span);
}

/// One row of numbers.
template <class T>
Status print_row(LineFiller& filler, ValueStream& stream, std::int64_t length,
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
            filler.put({room.data(), end});
        }
    }
    return {};
}

/// How a row of characters is told to a reader of CDL.
struct TextForm {
    bool drops_zeros = true;   // behind the text, which a reader adds again
    bool breaks_lines = true;  // into several literals, which are several rows to a reader
};

TextForm text_form_of(const format::Variable& variable, bool is_record_text, const CdlForm& form) {
    if (!form.is_exact) return {};
    const std::optional<char> own = fill_of<char>(variable);
    return {.drops_zeros = own.value_or('\0') == '\0' && !is_record_text, .breaks_lines = false};
}

/// One row of characters as a string literal.
Status print_text_row(Output& out, ValueStream& stream, std::int64_t length, TextForm form) {
    std::int64_t zeros = 0;  // met, but not known yet whether something follows
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

}  // namespace

Status print_cdl_data(Output& out, const OpenedFile& opened, const format::Variable& variable,
                      const CdlForm& form, bool& is_cut_short) {
    ValueStream stream(*opened.file, opened.schema, variable, opened.record_bytes);
    if (stream.values_left() == 0) return {};
    const std::vector<std::int64_t> shape = opened.schema.shape_of(variable);
    const std::int64_t row = shape.empty() ? 1 : shape.back();
    LineFiller filler(out, form.line_length);
    const bool has_rows = shape.size() > 1;
    out.print("\n {} ={}", cdl_name(variable.name), has_rows ? "\n  " : " ");
    // The name counts with its own length, so that lines break where they do in other programs that
    // write CDL.
    filler.begin_at(has_rows ? 2 : variable.name.size() + 4);
    const bool has_notes = has_rows && form.notes != IndexNotes::none;
    std::int64_t row_number = 0;
    const auto begin_row = [&] {
        if (has_notes) out.put(row_note(variable, shape, row_number++, form.notes));
        filler.begin_at(has_notes ? 4 : 2);
    };
    if (has_notes) begin_row();
    const RowForm row_form{
        form, form.shows_times ? shown_times_of(opened.schema, variable) : std::nullopt};
    const bool is_record_text = !has_rows && opened.schema.is_record_variable(variable);
    const TextForm text_form = text_form_of(variable, is_record_text, form);
    Status status;
    with_value_type(variable.type, [&]<class T>(std::type_identity<T>) {
        const std::optional<T> fill = fill_of<T>(variable);
        while (status.ok() && out.is_open()) {
            status = std::is_same_v<T, char> ? print_text_row(out, stream, row, text_form)
                                             : print_row<T>(filler, stream, row, fill, row_form);
            if (stream.values_left() == 0) break;
            out.put(",\n  ");
            begin_row();
        }
    });
    out.put(" ;\n");
    is_cut_short = stream.is_cut_short();
    return status;
}

}  // namespace weft::tools
