// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/attribute_text.hpp"

#include "cdl/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace weft::cdl {
namespace {

using types::External;

void append(format::Attribute& attribute, const FileValue& value) {
    const auto bytes = static_cast<std::size_t>(types::size_of(attribute.type));
    attribute.values.insert(attribute.values.end(), value.begin(),
                            value.begin() + static_cast<std::ptrdiff_t>(bytes));
    ++attribute.count;
}

void read_text(Lexer& lexer, format::Attribute& attribute) {
    if (attribute.type != External::character) {
        fail_expected(lexer, fmt::format("a value of the type {}", types::name_of(attribute.type)));
        return;
    }
    std::string piece;
    bool has_more = true;
    while (has_more) {
        piece.clear();
        has_more = lexer.read_string(piece);
        const auto* const bytes = reinterpret_cast<const std::byte*>(piece.data());
        attribute.values.insert(attribute.values.end(), bytes, bytes + piece.size());
    }
    attribute.count = static_cast<std::int64_t>(attribute.values.size());
    lexer.next();
}

bool is_plain(const Constant& constant) {
    return constant.kind == Constant::Kind::integer && !constant.suffix;
}

/// Whole numbers whose type is still open.
class PlainNumbers {
public:
    void add(Constant constant) { numbers_.push_back(std::move(constant)); }
    [[nodiscard]] bool empty() const { return numbers_.empty(); }

    /// Stores them as the smallest type that holds them all.
    void store_in(Lexer& lexer, Position position, format::Attribute& attribute) const {
        for (const External type :
             {External::int32, External::uint32, External::int64, External::uint64}) {
            if (!fit(type)) continue;
            attribute.type = type;
            for (const Constant& number : numbers_) {
                append(attribute, file_value(number, type).value());
            }
            return;
        }
        lexer.fail(Code::erange, position, "no type holds all of these numbers");
    }

private:
    [[nodiscard]] bool fit(External type) const {
        return std::all_of(numbers_.begin(), numbers_.end(), [type](const Constant& number) {
            return file_value(number, type).ok();
        });
    }

    std::vector<Constant> numbers_;
};

void fail_mixed(Lexer& lexer, Position position, External first, External other) {
    lexer.fail(Code::ebadtype, position,
               fmt::format("values of the types {} and {} in one list; write the type in front of "
                           "the attribute, or give all values the same suffix",
                           types::name_of(first), types::name_of(other)));
}

void read_untyped(Lexer& lexer, format::Attribute& attribute) {
    const Position begin = lexer.token().position;
    std::optional<External> type;
    if (lexer.token().kind == Kind::string) type = External::character;
    PlainNumbers plain;
    do {
        const Position position = lexer.token().position;
        attribute.type = type.value_or(External::int32);
        if (lexer.token().kind == Kind::string) {
            read_text(lexer, attribute);
            continue;
        }
        const std::optional<Constant> constant = expect_constant(lexer);
        if (!constant) return;
        const External natural = natural_type(*constant);
        if (is_plain(*constant) && !type) {
            plain.add(*constant);
            continue;
        }
        if (!plain.empty() || natural != type.value_or(natural)) {
            fail_mixed(lexer, position, type.value_or(External::int32), natural);
            return;
        }
        type = natural;
        attribute.type = natural;
        append(attribute, expect_value(lexer, *constant, natural, position));
    } while (accept(lexer, ','));
    if (!plain.empty()) plain.store_in(lexer, begin, attribute);
}

void read_typed(Lexer& lexer, format::Attribute& attribute) {
    do {
        const Position position = lexer.token().position;
        if (lexer.token().kind == Kind::string) {
            read_text(lexer, attribute);
        } else if (const std::optional<Constant> constant = expect_constant(lexer)) {
            append(attribute, expect_value(lexer, *constant, attribute.type, position));
        }
    } while (accept(lexer, ','));
}

}  // namespace

void read_values(Lexer& lexer, std::optional<External> type, format::Attribute& attribute) {
    attribute.type = type.value_or(External::character);
    if (at(lexer, ';')) return;
    if (type) {
        read_typed(lexer, attribute);
    } else {
        read_untyped(lexer, attribute);
    }
}

}  // namespace weft::cdl
