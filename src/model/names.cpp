// SPDX-License-Identifier: BSD-3-Clause
#include "model/names.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace weft::model {
namespace {

const utf8proc_uint8_t* as_utf8(std::string_view text) {
    return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

bool is_multibyte(unsigned char c) {
    return c >= 0x80;
}

bool may_begin(unsigned char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           is_multibyte(c);
}

bool is_forbidden(unsigned char c) {
    return c < 0x20 || c == 0x7F || c == '/';
}

/// Eight bytes that are all `c`.
constexpr std::uint64_t eight(unsigned char c) {
    return std::uint64_t{0x0101010101010101} * c;
}

constexpr std::uint64_t high_bits = eight(0x80);

/// Passes on the bytes of a name, eight at a time. The last eight overlap those before, if the
/// length is no multiple of eight; a name of less than eight bytes is filled up with letters.
template <class Use>
void for_each_eight(std::string_view name, Use&& use) {
    std::uint64_t bytes = eight('a');
    if (name.size() < sizeof bytes) {
        for (const char c : name) bytes = bytes << 8 | static_cast<unsigned char>(c);
        return use(bytes);
    }
    const std::size_t last = name.size() - sizeof bytes;
    for (std::size_t at = 0; at < name.size(); at += sizeof bytes) {
        std::memcpy(&bytes, name.data() + std::min(at, last), sizeof bytes);
        use(bytes);
    }
}

/// For eight bytes below 0x80: not 0 if one of them is less than `c`.
constexpr std::uint64_t any_below(std::uint64_t bytes, unsigned char c) {
    return (bytes - eight(c)) & ~bytes & high_bits;
}

/// The offset of the first byte that is not valid UTF-8, or npos.
std::size_t find_invalid_utf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (!is_multibyte(static_cast<unsigned char>(text[at]))) {
            ++at;
            continue;
        }
        utf8proc_int32_t code_point = 0;
        const utf8proc_ssize_t rest = static_cast<utf8proc_ssize_t>(text.size() - at);
        const utf8proc_ssize_t used = utf8proc_iterate(as_utf8(text) + at, rest, &code_point);
        if (used <= 0) return at;
        at += static_cast<std::size_t>(used);
    }
    return std::string_view::npos;
}

}  // namespace

bool is_plain(std::string_view name) {
    if (name.empty() || name.size() > longest_name_bytes || name.back() == ' ') return false;
    std::uint64_t odd = 0;  // multi-byte, control, DEL, slash
    for_each_eight(name, [&odd](std::uint64_t bytes) {
        odd |= (bytes & high_bits) | any_below(bytes, 0x20) | any_below(bytes ^ eight(0x7F), 1) |
               any_below(bytes ^ eight('/'), 1);
    });
    return odd == 0 && may_begin(static_cast<unsigned char>(name.front()));
}

bool is_ascii(std::string_view name) {
    std::uint64_t all = 0;
    for_each_eight(name, [&all](std::uint64_t bytes) { all |= bytes; });
    return (all & high_bits) == 0;
}

Status check_name(std::string_view name) {
    if (name.empty()) return {Code::ebadname, "the name is empty"};
    if (name.size() > longest_name_bytes)
        return {Code::emaxname, fmt::format("the name has {} bytes, more than the {} allowed",
                                            name.size(), longest_name_bytes)};
    const auto first = static_cast<unsigned char>(name.front());
    if (!may_begin(first))
        return {Code::ebadname, fmt::format("the name begins with byte {:#04x}", first)};
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto c = static_cast<unsigned char>(name[i]);
        if (is_forbidden(c))
            return {Code::ebadname, fmt::format("byte {} of the name is {:#04x}", i, c)};
    }
    if (name.back() == ' ') return {Code::ebadname, "the name ends with a space"};
    if (const std::size_t bad = find_invalid_utf8(name); bad != std::string_view::npos)
        return {Code::ebadname, fmt::format("byte {} of the name is not valid UTF-8", bad)};
    return {};
}

Result<std::string_view> composed_name(std::string_view name, std::string& room) {
    if (Status status = check_name(name); !status.ok()) return status;
    utf8proc_uint8_t* mapped = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    const utf8proc_ssize_t bytes =
        utf8proc_map(as_utf8(name), static_cast<utf8proc_ssize_t>(name.size()), &mapped, options);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
    if (bytes == UTF8PROC_ERROR_NOMEM) return Code::enomem;
    if (bytes < 0) return Status(Code::ebadname, utf8proc_errmsg(bytes));
    room.assign(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(bytes));
    if (room.size() > longest_name_bytes)
        return Status(Code::emaxname, "the name is too long in its normalised form");
    return std::string_view(room);
}

Result<std::string> normalised_name(std::string_view name) {
    std::string room;
    const Result<std::string_view> normal = normalised_name(name, room);
    return normal.ok() ? Result<std::string>(std::string(normal.value())) : normal.status();
}

Result<std::string_view> sought_name(std::string_view name, std::string& room) {
    Result<std::string_view> normal = normalised_name(name, room);
    if (normal.code() == Code::ebadname && !name.empty()) return name;
    return normal;
}

}  // namespace weft::model
