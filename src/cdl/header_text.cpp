// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/header_text.hpp"

#include <fmt/format.h>

#include <utility>

#include "cdl/words.hpp"
#include "format/sizes.hpp"

namespace weft::cdl {

using types::External;

void HeaderText::read() {
    begin();
    while (lexer_.status().ok() && statement()) {
    }
    if (lexer_.status().ok()) finish();
}

void HeaderText::begin() {
    lexer_.next();
    const Token& first = lexer_.token();
    if (first.kind != TokenKind::name || !is_word(first.text, "netcdf")) {
        if (first.kind == TokenKind::name && first.text == "CDF")
            lexer_.fail(Code::enotnc, first.position, "this is a netCDF file, not CDL text");
        else
            fail_expected(lexer_, "the word 'netcdf'");
        return;
    }
    lexer_.read_name_until('{');
    header_.name = lexer_.token().text;
    lexer_.next();
    if (!expect(lexer_, '{', "the name of the dataset")) return;
    version_of_comment_ = version_in_comment(lexer_.comments());
}

/// Reads one definition. Returns false at the end of the header.
bool HeaderText::statement() {
    if (at(lexer_, '}')) return false;
    if (lexer_.token().kind == TokenKind::note) {
        note();
        return true;
    }
    if (accept(lexer_, ':')) {
        definitions_.attribute(global_owner, std::nullopt);
        return true;
    }
    const bool touches_colon = lexer_.following() == ':';
    const Name name = expect_name(
        lexer_, section_ == Section::dimensions
                    ? "the name of a dimension, or 'variables:', 'data:' or '}'"
                    : "a type, the name of a variable with an attribute, or 'data:' or '}'");
    return lexer_.status().ok() && named_statement(name, touches_colon);
}

/// A note: the place of the variable before it, or the size of the file.
void HeaderText::note() {
    const Position position = lexer_.token().position;
    const std::optional<Note> note = expect_note(lexer_);
    if (!note) return;
    const int variable_count = header_.schema.variable_count();
    if (note->kind == NoteKind::size) {
        header_.file_bytes = note->number;
    } else if (note->kind == NoteKind::begin && variable_count > 0) {
        header_.begins.resize(static_cast<std::size_t>(variable_count));
        header_.begins.back() = note->number;
    } else {
        lexer_.fail(Code::enotnc, position,
                    note->kind == NoteKind::begin ? "expected a variable before this note"
                                                  : "this note belongs in the data section");
    }
}

/// A statement that begins with a name is recognised by what follows.
bool HeaderText::named_statement(const Name& name, bool touches_colon) {
    if (section_ == Section::dimensions && accept(lexer_, '=')) {
        definitions_.dimension(name);
        return true;
    }
    const std::optional<External> type = name.is_escaped ? std::nullopt : type_of(name.text);
    if (type && lexer_.token().kind == TokenKind::name) {
        definitions_.declarations(*type);
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
    const int variable_id = is_close ? definitions_.find_variable(name) : -1;
    if (variable_id < 0 && !name.is_escaped && !type) {
        for (const char* word : {"dimensions", "variables", "data", "types", "group"}) {
            if (is_word(name.text, word)) return section(name);
        }
    }
    lexer_.next();
    if (variable_id < 0 && type) {
        definitions_.attribute(global_owner, type);
        return true;
    }
    const int owner = variable_id >= 0 ? variable_id : definitions_.find_variable(name);
    if (owner < 0) {
        lexer_.fail(Code::enotvar, name.position,
                    fmt::format("there is no variable '{}'", name.text));
        return false;
    }
    definitions_.attribute(owner, std::nullopt);
    return true;
}

/// The name and what follows it begin no statement.
void HeaderText::fail_behind(const Name& name, bool is_type) {
    if (!name.is_escaped && is_beyond_classic(name.text)) {
        fail_beyond_classic(name);
    } else if (section_ == Section::dimensions) {
        fail_expected(lexer_, "'=' after the name of a dimension");
    } else if (is_type) {
        fail_expected(lexer_, "the name of a variable, or ':' and an attribute");
    } else if (lexer_.token().kind == TokenKind::name) {
        lexer_.fail(Code::enotnc, name.position,
                    fmt::format("expected a type of the classic formats, found '{}'", name.text));
    } else {
        fail_expected(lexer_, fmt::format("':' after '{}'", name.text));
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
                        "expected the dimensions before all other sections");
            return false;
        }
        section_ = is_dimensions ? Section::dimensions : Section::variables;
    }
    lexer_.next();
    return !has_data_;
}

void HeaderText::finish() {
    model::Schema& schema = header_.schema;
    header_.begins.resize(static_cast<std::size_t>(schema.variable_count()));
    bool has_records = false;
    for (int id = 0; id < schema.variable_count(); ++id) {
        has_records = has_records || schema.is_record_variable(schema.variable(id));
    }
    // Data cannot tell lengths behind the first dimension.
    if (!has_records || schema.grows_freely())
        schema.record_count = definitions_.records_of_comment();
    if (!is_netcdf4_ && definitions_.netcdf4_kind() != netcdf4_kind_number)
        definitions_.check_classic_growth();
    if (!lexer_.status().ok()) return;
    const Result<std::int64_t> record = format::record_bytes(schema);
    if (!record.ok()) {
        lexer_.fail(record.code(), lexer_.token().position, record.status().context());
        return;
    }
    header_.asked_version = definitions_.asked_version();
    header_.netcdf4_kind = definitions_.netcdf4_kind();
    header_.special = std::move(definitions_.special());
    if (!header_.asked_version) header_.asked_version = version_of_comment_;
    choose_version();
}

void HeaderText::choose_version() {
    using format::Version;
    if (header_.asked_version) {
        header_.version = *header_.asked_version;
        return;
    }
    for (const Version version : {Version::cdf1, Version::cdf2, Version::cdf5}) {
        header_.version = version;
        if (check_version(version, header_.schema).ok()) return;
    }
}

}  // namespace weft::cdl
