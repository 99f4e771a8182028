// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/definitions.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cdl/attribute_text.hpp"
#include "cdl/words.hpp"
#include "format/sizes.hpp"
#include "model/names.hpp"

namespace weft::cdl {

using types::External;

int Definitions::find_variable(const Name& name) const {
    const Result<std::string> normal = model::normalised_name(name.text);
    return normal.ok() ? schema_.find_variable(normal.value()) : -1;
}

/// The form in which names are compared; "" after a failure.
std::string Definitions::checked_name(const Name& name) {
    if (!lexer_.status().ok()) return {};
    Result<std::string> normal = model::normalised_name(name.text);
    if (normal.ok()) return std::move(normal).value();
    lexer_.fail(normal.code(), name.position, normal.status().context());
    return {};
}

void Definitions::dimension(const Name& name) {
    const std::string normal = checked_name(name);
    const Position position = lexer_.token().position;
    const bool is_unlimited =
        lexer_.token().kind == TokenKind::name && is_word(lexer_.token().text, "unlimited");
    std::int64_t length = 0;
    if (is_unlimited) {
        lexer_.next();
    } else if (lexer_.token().kind != TokenKind::number) {
        fail_expected(lexer_, "the length of a dimension or UNLIMITED");
        return;
    } else if (const std::optional<Constant> constant = expect_constant(lexer_)) {
        const bool is_whole = constant->kind == ConstantKind::integer && !constant->is_negative;
        if (!is_whole || constant->magnitude == 0 ||
            constant->magnitude > std::numeric_limits<std::int64_t>::max()) {
            lexer_.fail(Code::edimsize, position, "the length of a dimension is 1 to 2^63-1");
            return;
        }
        length = static_cast<std::int64_t>(constant->magnitude);
    }
    if (!lexer_.status().ok()) return;
    if (schema_.find_dimension(normal) >= 0) {
        lexer_.fail(Code::enameinuse, name.position,
                    fmt::format("the dimension '{}' exists already", name.text));
        return;
    }
    const bool is_second = is_unlimited && schema_.record_dimension() >= 0;
    if (is_second && !free_growth_)
        free_growth_ = {Code::eunlimit, position, "an unlimited dimension exists already"};
    const int id = is_second ? schema_.add_grown_dimension(name.text, 0)
                             : schema_.add_dimension({name.text, length, is_unlimited});
    if (accept(lexer_, ',')) return;
    expect(lexer_, ';', "the length of the dimension");
    if (!is_unlimited) return;
    const auto told = records_in_comment(lexer_.comments());
    if (told && is_second) schema_.raise_length(id, *told);
    if (told && !is_second) records_of_comment_ = *told;
}

void Definitions::check_classic_growth() {
    if (free_growth_)
        lexer_.fail(free_growth_->code, free_growth_->position, free_growth_->sentence);
}

void Definitions::declarations(External type) {
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

void Definitions::variable(External type, const Name& name) {
    const std::string normal = checked_name(name);
    if (!lexer_.status().ok()) return;
    if (schema_.find_variable(normal) >= 0) {
        lexer_.fail(Code::enameinuse, name.position,
                    fmt::format("the variable '{}' exists already", name.text));
        return;
    }
    model::Variable variable;
    variable.name = name.text;
    variable.type = type;
    if (accept(lexer_, '(')) variable_dimensions(variable);
    const Result<std::int64_t> slab = format::slab_bytes(schema_, variable);
    if (!slab.ok()) lexer_.fail(slab.code(), name.position, slab.status().context());
    if (lexer_.status().ok()) schema_.add_variable(std::move(variable));
}

void Definitions::variable_dimensions(model::Variable& variable) {
    if (accept(lexer_, ')')) return;
    std::vector<int> ids;
    do {
        const Name name = expect_name(lexer_, "the name of a dimension");
        const std::string normal = checked_name(name);
        if (!lexer_.status().ok()) return;
        const int id = schema_.find_dimension(normal);
        if (id < 0) {
            lexer_.fail(Code::ebaddim, name.position,
                        fmt::format("there is no dimension '{}'", name.text));
            return;
        }
        if (id == schema_.record_dimension() && !ids.empty() && !free_growth_)
            free_growth_ = {Code::eunlimpos, name.position,
                            fmt::format("'{}' is unlimited; only the first dimension of a "
                                        "variable may be",
                                        name.text)};
        ids.push_back(id);
    } while (accept(lexer_, ','));
    variable.dimension_ids = ids;
    expect(lexer_, ')', "the dimensions");
}

void Definitions::attribute(int variable_id, std::optional<External> type) {
    const Name name = expect_name(lexer_, "the name of an attribute");
    expect(lexer_, '=', "the name of the attribute");
    if (!name.is_escaped && is_special_attribute(name.text)) {
        special_attribute(variable_id, name);
    } else {
        named_attribute(variable_id, type, name);
    }
    expect(lexer_, ';', "the value of the attribute");
}

/// Reads an attribute whose name begins with an underscore. Of those of the whole file only the
/// format has a meaning here.
void Definitions::special_attribute(int variable_id, const Name& name) {
    model::Attribute value;
    const Position position = lexer_.token().position;
    const std::string word = lexer_.token().text;  // of a number
    read_values(lexer_, std::nullopt, value);
    if (!lexer_.status().ok()) return;
    if (name.text == "_Format") {
        std::string text(reinterpret_cast<const char*>(value.values.data()), value.values.size());
        if (value.type != External::character) text = word;
        format_attribute(position, text);
    } else if (variable_id != global_owner) {
        special_.push_back({variable_id, name.text, std::move(value), text_of(position)});
    }
}

void Definitions::format_attribute(Position position, const std::string& text) {
    asked_version_ = version_of(text);
    netcdf4_kind_ = netcdf4_kind_of(text);
    if (!asked_version_ && netcdf4_kind_ == 0)
        lexer_.fail(Code::einval, position,
                    "expected the name of a format: \"classic\", \"64-bit offset\", \"cdf5\", "
                    "\"netCDF-4\" or \"netCDF-4 classic model\"");
}

void Definitions::named_attribute(int variable_id, std::optional<External> type, const Name& name) {
    const std::string normal = checked_name(name);
    if (!lexer_.status().ok()) return;
    model::AttributeList& list = variable_id == global_owner
                                     ? schema_.global_attributes
                                     : schema_.variable(variable_id).attributes;
    const bool is_fill = variable_id != global_owner && name.text == "_FillValue" && !type;
    if (is_fill) type = schema_.variable(variable_id).type;
    if (list.find(normal) >= 0) {
        lexer_.fail(Code::enameinuse, name.position,
                    fmt::format("the attribute '{}' exists already", name.text));
        return;
    }
    model::Attribute attribute;
    attribute.name = name.text;
    const Position position = lexer_.token().position;
    read_values(lexer_, type, attribute);
    if (is_fill && lexer_.status().ok() && attribute.count != 1) {
        lexer_.fail(Code::einval, position, "_FillValue must be one value of its variable's type");
    }
    if (lexer_.status().ok()) list.add(std::move(attribute));
}

}  // namespace weft::cdl
