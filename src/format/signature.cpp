// SPDX-License-Identifier: BSD-3-Clause
#include "format/signature.hpp"

#include <algorithm>

namespace weft::format {
namespace {

/// Larger blocks than this do not occur in practice.
constexpr std::int64_t largest_user_block = 1 << 26;

bool has_bytes(const Signature& signature, std::span<const std::byte> bytes) {
    const auto own = std::as_bytes(std::span(signature.bytes));
    return bytes.size() >= own.size() && std::ranges::equal(own, bytes.first(own.size()));
}

}  // namespace

Result<std::optional<std::size_t>> find_signature(ByteSource& source, std::int64_t file_bytes,
                                                  std::span<const Signature> signatures) {
    for (std::int64_t offset = 0;
         offset + signature_bytes <= file_bytes && offset <= largest_user_block;
         offset = offset == 0 ? 512 : 2 * offset) {
        const auto bytes = source.at(offset, signature_bytes);
        if (!bytes.ok()) return bytes.status();
        for (std::size_t i = 0; i < signatures.size(); ++i) {
            const bool may_be_here = offset == 0 || signatures[i].may_follow_user_block;
            if (may_be_here && has_bytes(signatures[i], bytes.value())) return std::optional(i);
        }
    }
    return std::optional<std::size_t>();
}

}  // namespace weft::format
