// SPDX-License-Identifier: BSD-3-Clause
#include "parts/attribute_values.hpp"

#include <span>

#include "types/byte_order.hpp"

namespace weft::parts {
namespace {

using types::External;

bool is_integer(External type) {
    return type != External::character && type != External::float32 && type != External::float64;
}

bool is_signed(External type) {
    return type == External::byte || type == External::int16 || type == External::int32 ||
           type == External::int64;
}

}  // namespace

model::Attribute text_attribute(const char* name, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {.name = name,
            .type = External::character,
            .count = std::ssize(text),
            .values = model::Values(bytes)};
}

std::optional<std::string_view> text_within(const model::AttributeList& list, const char* name) {
    const int id = list.find(name);
    if (id < 0 || list.at(id).type != External::character) return std::nullopt;
    const model::Values& values = list.at(id).values;
    return std::string_view(reinterpret_cast<const char*>(values.data()), values.size());
}

std::optional<std::string> text_in(const model::AttributeList& list, const char* name) {
    const auto text = text_within(list, name);
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

std::optional<std::int64_t> integer_of(const model::Attribute& attribute) {
    if (attribute.count != 1 || !is_integer(attribute.type)) return std::nullopt;
    model::Values big_endian = attribute.values;
    types::change_form(attribute.type, big_endian);
    std::uint64_t value = 0;
    for (const std::byte byte : big_endian)
        value = value << 8 | std::to_integer<std::uint64_t>(byte);
    const int unused = 64 - 8 * static_cast<int>(attribute.values.size());
    if (!is_signed(attribute.type)) return static_cast<std::int64_t>(value);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

void append_integer(std::vector<std::byte>& bytes, External type, std::int64_t value) {
    for (int shift = 8 * (types::size_of(type) - 1); shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> shift & 255U));
}

}  // namespace weft::parts
