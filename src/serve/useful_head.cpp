// SPDX-License-Identifier: BSD-3-Clause
#include "serve/useful_head.hpp"

#include "format/header_length.hpp"

namespace weft::serve {

std::size_t useful_bytes(std::span<const std::byte> head, std::int64_t file_bytes) {
    format::MemorySource source(head);
    const auto length = format::header_length(source, file_bytes);
    const bool has_header = length.ok() && length.value() && *length.value() <= std::ssize(head);
    return has_header ? static_cast<std::size_t>(*length.value()) : head.size();
}

}  // namespace weft::serve
