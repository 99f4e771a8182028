// SPDX-License-Identifier: BSD-3-Clause
#include "parts/set_id.hpp"

#include <fmt/format.h>

#include <charconv>
#include <random>

namespace weft::parts {
namespace {

constexpr std::size_t digits = 16;  // of each of the two numbers

}  // namespace

SetId draw_set_id() {
    std::random_device random;
    SetId id{};
    for (std::uint64_t& number : id) number = std::uint64_t{random()} << 32 | random();
    return id;
}

std::string text_of(const SetId& id) {
    return fmt::format("{:016x}{:016x}", id[0], id[1]);
}

std::optional<SetId> set_id_of(std::string_view text) {
    SetId id{};
    if (text.size() != id.size() * digits) return std::nullopt;
    for (std::uint64_t& number : id) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + digits, number, 16);
        if (error != std::errc() || end != text.data() + digits) return std::nullopt;
        text.remove_prefix(digits);
    }
    return id;
}

}  // namespace weft::parts
