// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/data_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "base/checked.hpp"
#include "format/fill.hpp"
#include "model/names.hpp"

namespace weft::cdl {
namespace {

constexpr std::size_t buffer_bytes = 64 << 10;
/// A netCDF-4 variable has no more dimensions.
constexpr std::size_t most_depth = 32;

/// The product, or the largest number there is: a comment may give a dimension any length.
std::int64_t product(std::int64_t a, std::int64_t b) {
    return checked_mul(a, b).value_or(std::numeric_limits<std::int64_t>::max());
}

/// The room for values of a variable: unlimited if it has records.
std::int64_t room_of(const model::Schema& schema, const model::Variable& variable) {
    if (schema.is_record_variable(variable)) return std::numeric_limits<std::int64_t>::max();
    std::int64_t count = 1;
    for (const int id : variable.dimension_ids) count = product(count, schema.length_of(id));
    return count;
}

/// The number of values in a pair of braces, for each unlimited dimension but the first.
std::vector<std::int64_t> groups_of(const model::Schema& schema, const model::Variable& variable) {
    std::vector<std::int64_t> groups;
    std::int64_t values = 1;
    for (std::size_t i = variable.dimension_ids.size(); i-- > 1;) {
        values = product(values, schema.length_of(variable.dimension_ids[i]));
        if (schema.dimension(variable.dimension_ids[i]).is_unlimited) groups.push_back(values);
    }
    std::ranges::reverse(groups);
    return groups;
}

}  // namespace

DataText::DataText(Lexer& lexer, const Header& header, Sink& sink)
    : lexer_(lexer),
      schema_(header.schema),
      sink_(sink),
      is_seen_(static_cast<std::size_t>(header.schema.variable_count())) {
    buffer_.reserve(2 * buffer_bytes);
}

Status DataText::read() {
    while (lexer_.status().ok() && !at(lexer_, '}')) {
        const Status status = lexer_.token().kind == TokenKind::note ? note() : variable();
        if (!status.ok()) return status;
    }
    return lexer_.status();
}

Status DataText::note() {
    const Position position = lexer_.token().position;
    const std::optional<Note> note = expect_note(lexer_);
    if (!note) return lexer_.status();
    const bool is_about_bytes = note->kind == NoteKind::header || note->kind == NoteKind::bytes;
    const Status status =
        is_about_bytes ? sink_.put_note(*note)
                       : Status(Code::einval, "this note belongs in front of the data section");
    if (status.code() != Code::einval) return status;
    lexer_.fail(Code::einval, position, status.context());
    return lexer_.status();
}

/// The id of the variable that the token names; -1 after a failure.
int DataText::expect_variable() {
    const Name name = expect_name(lexer_, "the name of a variable or '}'");
    if (!lexer_.status().ok()) return -1;
    const Result<std::string> normal = model::normalised_name(name.text);
    const int id = normal.ok() ? schema_.find_variable(normal.value()) : -1;
    if (id < 0) {
        lexer_.fail(Code::enotvar, name.position,
                    fmt::format("there is no variable '{}'", name.text));
        return -1;
    }
    if (is_seen_[static_cast<std::size_t>(id)]) {
        lexer_.fail(Code::enameinuse, name.position,
                    fmt::format("the data of '{}' occur a second time", name.text));
        return -1;
    }
    is_seen_[static_cast<std::size_t>(id)] = true;
    expect(lexer_, '=', "the name of the variable");
    return lexer_.status().ok() ? id : -1;
}

/// Reads one variable with its values.
Status DataText::variable() {
    const int id = expect_variable();
    if (id < 0) return lexer_.status();
    variable_ = &schema_.variable(id);
    fill_ = format::fill_of(*variable_);
    values_left_ = room_of(schema_, *variable_);
    const bool has_rows = variable_->dimension_ids.size() > 1;
    row_values_ = has_rows ? schema_.length_of(variable_->dimension_ids.back()) : 1;
    row_values_ = std::max<std::int64_t>(row_values_, 1);
    in_row_ = 0;
    put_values_ = 0;
    group_values_ = groups_of(schema_, *variable_);
    Status status = sink_.begin_variable(id);
    if (status.ok() && !at(lexer_, ';')) status = values();
    if (status.ok()) status = flush();
    if (status.ok()) status = sink_.end_variable();
    expect(lexer_, ';', "the values");
    status.keep_first(lexer_.status());
    return status;
}

bool DataText::at_fill() const {
    return lexer_.token().kind == TokenKind::name && !lexer_.token().is_escaped &&
           lexer_.token().text == "_";
}

/// Reads one value, or the mark of a fill value.
Status DataText::number() {
    if (at_fill()) {
        const Status status = put_fill(1);
        lexer_.next();
        return status;
    }
    const Position position = lexer_.token().position;
    const std::optional<Constant> constant = expect_constant(lexer_);
    if (!constant) return lexer_.status();
    const FileValue value = expect_value(lexer_, *constant, variable_->type, position);
    if (!lexer_.status().ok()) return lexer_.status();
    return put({value.data(), static_cast<std::size_t>(types::size_of(variable_->type))});
}

Status DataText::values() {
    const bool is_text = variable_->type == types::External::character;
    do {
        const bool is_group =
            depth_ < std::min(group_values_.size(), most_depth) && at(lexer_, '{');
        const Status status = is_group ? group() : is_text ? character() : number();
        if (!status.ok()) return status;
    } while (accept(lexer_, ','));
    return is_text ? end_row() : lexer_.status();
}

/// Reads a group in braces. Values that are missing before the closing brace are fill values.
Status DataText::group() {
    const Position position = lexer_.token().position;
    const std::int64_t most = group_values_[depth_];
    const std::int64_t begin = put_values_;
    lexer_.next();
    ++depth_;
    Status status = at(lexer_, '}') ? Status() : values();
    --depth_;
    if (!status.ok()) return status;
    if (!expect(lexer_, '}', "the values")) return lexer_.status();
    if (put_values_ - begin <= most) return put_fill(most - (put_values_ - begin));
    lexer_.fail(Code::eedge, position,
                fmt::format("more values in these braces than the {} that variable '{}' has there",
                            most, variable_->name));
    return lexer_.status();
}

/// A string begins a row and fills it; single characters continue the row.
Status DataText::character() {
    if (lexer_.token().kind != TokenKind::string) return number();
    const Status status = end_row();
    return status.ok() ? text() : status;
}

Status DataText::text() {
    const bool has_rows = variable_->dimension_ids.size() > 1;
    std::string piece;
    bool is_empty = true;
    bool has_more = true;
    while (has_more) {
        piece.clear();
        has_more = lexer_.read_string(piece);
        is_empty = is_empty && piece.empty();
        const Status status = put(std::as_bytes(std::span(piece)));
        if (!status.ok()) return status;
    }
    lexer_.next();
    if (is_empty && has_rows) return put_fill(row_values_);
    return end_row();
}

Status DataText::end_row() {
    return in_row_ == 0 ? Status() : put_fill(row_values_ - in_row_);
}

Status DataText::put_fill(std::int64_t count) {
    for (; count > 0; --count) {
        const Status status = put(fill_);
        if (!status.ok()) return status;
    }
    return {};
}

Status DataText::put(std::span<const std::byte> values) {
    const auto count = static_cast<std::int64_t>(values.size() / fill_.size());
    if (count > values_left_) {
        lexer_.fail(Code::eedge, lexer_.token().position,
                    fmt::format("more values than variable '{}' has room for", variable_->name));
        return lexer_.status();
    }
    values_left_ -= count;
    put_values_ += count;
    in_row_ = (in_row_ + count) % row_values_;
    buffer_.insert(buffer_.end(), values.begin(), values.end());
    return buffer_.size() < buffer_bytes ? Status() : flush();
}

Status DataText::flush() {
    if (buffer_.empty()) return {};
    const Status status = sink_.put(buffer_);
    buffer_.clear();
    return status;
}

}  // namespace weft::cdl
