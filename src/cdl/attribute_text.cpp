// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/attribute_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "cdl/grammar.hpp"
#include "types/byte_order.hpp"

namespace weft::cdl {
namespace {

using types::External;

/// The attribute as far as it has been read.
struct List {
    External type{};
    std::int64_t count = 0;
    std::vector<std::byte> values;
};

void append(List& list, const FileValue& value) {
    const auto bytes = static_cast<std::size_t>(types::size_of(list.type));
    list.values.insert(list.values.end(), value.begin(),
                       value.begin() + static_cast<std::ptrdiff_t>(bytes));
    ++list.count;
}

void read_text(Lexer& lexer, List& list) {
    if (list.type != External::character) {
        fail_expected(lexer, fmt::format("a value of the type {}", types::name_of(list.type)));
        return;
    }
    std::string piece;
    bool has_more = true;
    while (has_more) {
        piece.clear();
        has_more = lexer.read_string(piece);
        const auto* const bytes = reinterpret_cast<const std::byte*>(piece.data());
        list.values.insert(list.values.end(), bytes, bytes + piece.size());
    }
    list.count = static_cast<std::int64_t>(list.values.size());
    lexer.next();
}

bool is_plain(const Constant& constant) {
    return constant.kind == ConstantKind::integer && !constant.suffix;
}

/// Whole numbers whose type is not yet known.
class PlainNumbers {
public:
    void add(Constant constant) { numbers_.push_back(std::move(constant)); }
    [[nodiscard]] bool empty() const { return numbers_.empty(); }

    /// Stores the numbers as the smallest type that holds them all.
    void store_in(Lexer& lexer, Position position, List& list) const {
        for (const External type :
             {External::int32, External::uint32, External::int64, External::uint64}) {
            if (!fit(type)) continue;
            list.type = type;
            for (const Constant& number : numbers_) {
                append(list, file_value(number, type).value());
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
               fmt::format("one list has values of the types {} and {}; write the type in front of "
                           "the attribute, or give all values the same suffix",
                           types::name_of(first), types::name_of(other)));
}

void read_untyped(Lexer& lexer, List& list) {
    const Position begin = lexer.token().position;
    std::optional<External> type;
    if (lexer.token().kind == TokenKind::string) type = External::character;
    PlainNumbers plain;
    do {
        const Position position = lexer.token().position;
        list.type = type.value_or(External::int32);
        if (lexer.token().kind == TokenKind::string) {
            read_text(lexer, list);
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
        list.type = natural;
        append(list, expect_value(lexer, *constant, natural, position));
    } while (accept(lexer, ','));
    if (!plain.empty()) plain.store_in(lexer, begin, list);
}

void read_typed(Lexer& lexer, List& list) {
    do {
        const Position position = lexer.token().position;
        if (lexer.token().kind == TokenKind::string) {
            read_text(lexer, list);
        } else if (const std::optional<Constant> constant = expect_constant(lexer)) {
            append(list, expect_value(lexer, *constant, list.type, position));
        }
    } while (accept(lexer, ','));
}

}  // namespace

void read_values(Lexer& lexer, std::optional<External> type, model::Attribute& attribute) {
    List list{.type = type.value_or(External::character), .count = 0, .values = {}};
    if (!at(lexer, ';')) {
        if (type) {
            read_typed(lexer, list);
        } else {
            read_untyped(lexer, list);
        }
    }
    attribute.type = list.type;
    attribute.count = list.count;
    types::change_form(list.type, list.values);
    attribute.values = std::span<const std::byte>(list.values);
}

}  // namespace weft::cdl
