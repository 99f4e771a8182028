// SPDX-License-Identifier: BSD-3-Clause
#include "format/names.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace weft::format {
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

/// Offset of the first byte that is not part of valid UTF-8, or npos.
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

bool is_ascii(std::string_view name) {
    return std::none_of(name.begin(), name.end(),
                        [](char c) { return is_multibyte(static_cast<unsigned char>(c)); });
}

Status check_name(std::string_view name) {
    if (name.empty()) return {Code::ebadname, "the name is empty"};
    if (name.size() > longest_name_bytes)
        return {Code::emaxname, fmt::format("the name has {} bytes of {} allowed", name.size(),
                                            longest_name_bytes)};
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
        return {Code::ebadname, fmt::format("the name is not UTF-8 from its byte {} on", bad)};
    return {};
}

Result<std::string> normalised_name(std::string_view name) {
    if (Status status = check_name(name); !status.ok()) return status;
    if (is_ascii(name)) return std::string(name);
    utf8proc_uint8_t* mapped = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    const utf8proc_ssize_t bytes =
        utf8proc_map(as_utf8(name), static_cast<utf8proc_ssize_t>(name.size()), &mapped, options);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
    if (bytes == UTF8PROC_ERROR_NOMEM) return Code::enomem;
    if (bytes < 0) return Status(Code::ebadname, utf8proc_errmsg(bytes));
    std::string normal(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(bytes));
    if (normal.size() > longest_name_bytes)
        return Status(Code::emaxname, "the name is too long in its normalised form");
    return normal;
}

Result<std::string> sought_name(std::string_view name) {
    Result<std::string> normal = normalised_name(name);
    if (normal.code() == Code::ebadname && !name.empty()) return std::string(name);
    return normal;
}

}  // namespace weft::format
