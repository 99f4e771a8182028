// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/header_text.hpp"

#include "cdl/attribute_text.hpp"
#include "cdl/words.hpp"
#include "format/names.hpp"
#include "format/sizes.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace weft::cdl {
namespace {

using types::External;

constexpr int global = -1;

}  // namespace

void HeaderText::read() {
    begin();
    while (lexer_.status().ok() && statement()) {
    }
    if (lexer_.status().ok()) finish();
}

void HeaderText::begin() {
    lexer_.next();
    const Token& first = lexer_.token();
    if (first.kind != Kind::name || !is_word(first.text, "netcdf")) {
        fail_expected(lexer_, "the word 'netcdf'");
        return;
    }
    lexer_.read_name_until('{');
    header_.name = lexer_.token().text;
    lexer_.next();
    if (!expect(lexer_, '{', "the name of the dataset")) return;
    version_of_comment_ = version_in_comment(lexer_.comments());
}

/// One definition. False at the end of the header.
bool HeaderText::statement() {
    if (at(lexer_, '}')) return false;
    if (lexer_.token().kind == Kind::note) {
        note();
        return true;
    }
    if (accept(lexer_, ':')) {
        attribute(global, std::nullopt);
        return true;
    }
    const bool touches_colon = lexer_.following() == ':';
    const Name name = expect_name(
        lexer_, section_ == Section::dimensions
                    ? "the name of a dimension, or 'variables:', 'data:' or '}'"
                    : "a type, the name of a variable with an attribute, or 'data:' or '}'");
    return lexer_.status().ok() && named_statement(name, touches_colon);
}

/// The place of the variable in front, or the size of the file.
void HeaderText::note() {
    const Position position = lexer_.token().position;
    const std::optional<Note> note = expect_note(lexer_);
    if (!note) return;
    const int variable_count = header_.schema.variable_count();
    if (note->kind == Note::Kind::size) {
        header_.file_bytes = note->number;
    } else if (note->kind == Note::Kind::begin && variable_count > 0) {
        header_.begins.resize(static_cast<std::size_t>(variable_count));
        header_.begins.back() = note->number;
    } else {
        lexer_.fail(Code::enotnc, position,
                    note->kind == Note::Kind::begin ? "expected a variable in front of this note"
                                                    : "this note belongs into the data section");
    }
}

/// What begins with a name is told by what is behind it.
bool HeaderText::named_statement(const Name& name, bool touches_colon) {
    if (section_ == Section::dimensions && accept(lexer_, '=')) {
        dimension(name);
        return true;
    }
    const std::optional<External> type = name.is_escaped ? std::nullopt : type_of(name.text);
    if (type && lexer_.token().kind == Kind::name) {
        declarations(*type);
        return true;
    }
    if (at(lexer_, ':')) return owner_or_section(name, type, touches_colon);
    fail_behind(name, type.has_value());
    return false;
}

/// "data:units" is an attribute of the variable "data", "data: units" is not; "float :units" is a
/// global attribute with a type.
bool HeaderText::owner_or_section(const Name& name, std::optional<External> type,
                                  bool touches_colon) {
    const bool is_close = lexer_.following() > ' ' && (touches_colon || !type);
    const int variable_id = is_close ? find_variable(name) : -1;
    if (variable_id < 0 && !name.is_escaped && !type) {
        for (const char* word : {"dimensions", "variables", "data", "types", "group"}) {
            if (is_word(name.text, word)) return section(name);
        }
    }
    lexer_.next();
    if (variable_id < 0 && type) {
        attribute(global, type);
        return true;
    }
    const int owner = variable_id >= 0 ? variable_id : find_variable(name);
    if (owner < 0) {
        lexer_.fail(Code::enotvar, name.position,
                    fmt::format("there is no variable '{}'", name.text));
        return false;
    }
    attribute(owner, std::nullopt);
    return true;
}

/// The name begins no statement together with what is behind it.
void HeaderText::fail_behind(const Name& name, bool is_type) {
    if (!name.is_escaped && is_beyond_classic(name.text)) {
        fail_beyond_classic(name);
    } else if (section_ == Section::dimensions) {
        fail_expected(lexer_, "'=' behind the name of a dimension");
    } else if (is_type) {
        fail_expected(lexer_, "the name of a variable, or ':' and an attribute");
    } else if (lexer_.token().kind == Kind::name) {
        lexer_.fail(Code::enotnc, name.position,
                    fmt::format("expected a type of the classic formats, found '{}'", name.text));
    } else {
        fail_expected(lexer_, fmt::format("':' behind '{}'", name.text));
    }
}

void HeaderText::fail_beyond_classic(const Name& name) {
    lexer_.fail(Code::enotnc, name.position,
                fmt::format("'{}' belongs to netCDF-4; the classic formats have none", name.text));
}

/// The beginning of a section; the token is the colon. False for the data section.
bool HeaderText::section(const Name& name) {
    if (is_beyond_classic(name.text)) {
        fail_beyond_classic(name);
        return false;
    }
    if (is_word(name.text, "data")) {
        has_data_ = true;
    } else {
        const bool is_dimensions = is_word(name.text, "dimensions");
        if (is_dimensions && section_ != Section::none) {
            lexer_.fail(Code::enotnc, name.position,
                        "expected the dimensions in front of all other sections");
            return false;
        }
        section_ = is_dimensions ? Section::dimensions : Section::variables;
    }
    lexer_.next();
    return !has_data_;
}

int HeaderText::find_variable(const Name& name) {
    const Result<std::string> normal = format::normalised_name(name.text);
    return normal.ok() ? header_.schema.find_variable(normal.value()) : -1;
}

/// The form in which names are compared; "" after a failure.
std::string HeaderText::checked_name(const Name& name) {
    if (!lexer_.status().ok()) return {};
    Result<std::string> normal = format::normalised_name(name.text);
    if (normal.ok()) return std::move(normal).value();
    lexer_.fail(normal.code(), name.position, normal.status().context());
    return {};
}

/// The token is the length.
void HeaderText::dimension(const Name& name) {
    const std::string normal = checked_name(name);
    const Position position = lexer_.token().position;
    const bool is_unlimited =
        lexer_.token().kind == Kind::name && is_word(lexer_.token().text, "unlimited");
    std::int64_t length = 0;
    if (is_unlimited) {
        lexer_.next();
    } else if (lexer_.token().kind != Kind::number) {
        fail_expected(lexer_, "the length of a dimension or UNLIMITED");
        return;
    } else if (const std::optional<Constant> constant = expect_constant(lexer_)) {
        const bool is_whole = constant->kind == Constant::Kind::integer && !constant->is_negative;
        if (!is_whole || constant->magnitude == 0 ||
            constant->magnitude > std::numeric_limits<std::int64_t>::max()) {
            lexer_.fail(Code::edimsize, position, "the length of a dimension is 1 to 2^63-1");
            return;
        }
        length = static_cast<std::int64_t>(constant->magnitude);
    }
    if (!lexer_.status().ok()) return;
    if (header_.schema.find_dimension(normal) >= 0) {
        lexer_.fail(Code::enameinuse, name.position,
                    fmt::format("there is a dimension '{}' already", name.text));
        return;
    }
    if (is_unlimited && header_.schema.record_dimension() >= 0) {
        lexer_.fail(Code::eunlimit, position, "there is an unlimited dimension already");
        return;
    }
    header_.schema.add_dimension({name.text, length});
    if (accept(lexer_, ',')) return;
    expect(lexer_, ';', "the length of the dimension");
    if (is_unlimited) {
        if (const auto records = records_in_comment(lexer_.comments()))
            records_of_comment_ = *records;
    }
}

/// What is behind a type: an attribute, or variables; the token is a name.
void HeaderText::declarations(External type) {
    const Name first = expect_name(lexer_, "the name of a variable");
    if (accept(lexer_, ':')) {
        const int owner = find_variable(first);
        if (owner < 0) {
            lexer_.fail(Code::enotvar, first.position,
                        fmt::format("there is no variable '{}'", first.text));
        } else {
            attribute(owner, type);
        }
        return;
    }
    variable(type, first);
    while (accept(lexer_, ',')) variable(type, expect_name(lexer_, "the name of a variable"));
    expect(lexer_, ';', "the variable");
}

void HeaderText::variable(External type, const Name& name) {
    const std::string normal = checked_name(name);
    if (!lexer_.status().ok()) return;
    if (header_.schema.find_variable(normal) >= 0) {
        lexer_.fail(Code::enameinuse, name.position,
                    fmt::format("there is a variable '{}' already", name.text));
        return;
    }
    format::Variable variable;
    variable.name = name.text;
    variable.type = type;
    if (accept(lexer_, '(')) variable_dimensions(variable);
    const Result<std::int64_t> slab = format::slab_bytes(header_.schema, variable);
    if (!slab.ok()) lexer_.fail(slab.code(), name.position, slab.status().context());
    if (lexer_.status().ok()) header_.schema.add_variable(std::move(variable));
}

void HeaderText::variable_dimensions(format::Variable& variable) {
    if (accept(lexer_, ')')) return;
    do {
        const Name name = expect_name(lexer_, "the name of a dimension");
        const std::string normal = checked_name(name);
        if (!lexer_.status().ok()) return;
        const int id = header_.schema.find_dimension(normal);
        if (id < 0) {
            lexer_.fail(Code::ebaddim, name.position,
                        fmt::format("there is no dimension '{}'", name.text));
            return;
        }
        if (id == header_.schema.record_dimension() && !variable.dimension_ids.empty()) {
            lexer_.fail(Code::eunlimpos, name.position,
                        fmt::format("'{}' is unlimited; only the first dimension of a variable "
                                    "may be",
                                    name.text));
            return;
        }
        variable.dimension_ids.push_back(id);
    } while (accept(lexer_, ','));
    expect(lexer_, ')', "the dimensions");
}

/// The token is the attribute's name.
void HeaderText::attribute(int variable_id, std::optional<External> type) {
    const Name name = expect_name(lexer_, "the name of an attribute");
    expect(lexer_, '=', "the name of the attribute");
    if (!name.is_escaped && is_special_attribute(name.text)) {
        special_attribute(name);
    } else {
        named_attribute(variable_id, type, name);
    }
    expect(lexer_, ';', "the value of the attribute");
}

/// Only the format that is asked for means something here.
void HeaderText::special_attribute(const Name& name) {
    format::Attribute value;
    const Position position = lexer_.token().position;
    const std::string word = lexer_.token().text;  // of a number
    read_values(lexer_, std::nullopt, value);
    if (!lexer_.status().ok() || name.text != "_Format") return;
    std::string text(reinterpret_cast<const char*>(value.values.data()), value.values.size());
    if (value.type != External::character) text = word;
    version_of_attribute_ = version_of(text);
    const bool is_netcdf4 = is_word(text.substr(0, 7), "netcdf-");
    if (!version_of_attribute_ && !is_netcdf4)
        lexer_.fail(Code::einval, position,
                    "expected the name of a format: \"classic\", \"64-bit offset\" or \"cdf5\"");
}

void HeaderText::named_attribute(int variable_id, std::optional<External> type, const Name& name) {
    const std::string normal = checked_name(name);
    if (!lexer_.status().ok()) return;
    format::Schema& schema = header_.schema;
    format::AttributeList& list =
        variable_id == global ? schema.global_attributes : schema.variable(variable_id).attributes;
    const bool is_fill = variable_id != global && name.text == "_FillValue" && !type;
    if (is_fill) type = schema.variable(variable_id).type;
    if (list.find(normal) >= 0) {
        lexer_.fail(Code::enameinuse, name.position,
                    fmt::format("there is an attribute '{}' already", name.text));
        return;
    }
    format::Attribute attribute;
    attribute.name = name.text;
    const Position position = lexer_.token().position;
    read_values(lexer_, type, attribute);
    if (is_fill && lexer_.status().ok() && attribute.count != 1) {
        lexer_.fail(Code::einval, position, "_FillValue is one value of its variable's type");
    }
    if (lexer_.status().ok()) list.add(std::move(attribute));
}

void HeaderText::finish() {
    format::Schema& schema = header_.schema;
    header_.begins.resize(static_cast<std::size_t>(schema.variable_count()));
    bool has_records = false;
    for (int id = 0; id < schema.variable_count(); ++id) {
        has_records = has_records || schema.is_record_variable(schema.variable(id));
    }
    if (!has_records) schema.record_count = records_of_comment_;
    const Result<std::int64_t> record = format::record_bytes(schema);
    if (!record.ok()) {
        lexer_.fail(record.code(), lexer_.token().position, record.status().context());
        return;
    }
    header_.version = version_of_attribute_ ? version_of_attribute_ : version_of_comment_;
    choose_version();
}

void HeaderText::choose_version() {
    using format::Version;
    if (header_.version) {
        header_.schema.version = *header_.version;
        return;
    }
    for (const Version version : {Version::cdf1, Version::cdf2, Version::cdf5}) {
        header_.schema.version = version;
        if (check_version(header_.schema).ok()) return;
    }
}

}  // namespace weft::cdl
