// SPDX-License-Identifier: BSD-3-Clause
#include "remote/preamble.hpp"

#include <openssl/sha.h>

#include <string>
#include <string_view>

#include "remote/little_endian.hpp"

namespace weft::remote {
namespace {

/// `purpose` tells this key from others that are derived from the session's secret.
NamedKey key_for(std::string_view purpose, const SessionKey& session) {
    Body text;
    FieldWriter writer(text);
    for (const char letter : purpose) writer(static_cast<std::uint8_t>(letter));
    writer(std::uint8_t{0}, session.secret_high, session.secret_low);
    NamedKey key;
    static_assert(SHA256_DIGEST_LENGTH == std::tuple_size_v<SecretKey>);
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           reinterpret_cast<unsigned char*>(key.key.data()));
    return key;
}

}  // namespace

Preamble preamble_of(std::uint64_t session) {
    Preamble preamble{};
    store_little(preamble.data(), magic);
    store_little(preamble.data() + 8, session);
    return preamble;
}

std::optional<std::uint64_t> session_in(std::span<const std::byte, preamble_bytes> preamble) {
    if (load_little<std::uint32_t>(preamble.data()) != magic ||
        load_little<std::uint32_t>(preamble.data() + 4) != 0) {
        return std::nullopt;
    }
    return load_little<std::uint64_t>(preamble.data() + 8);
}

NamedKey stream_key(const SessionKey& session) {
    NamedKey key = key_for("weft: streams of a session", session);
    key.name = "session-" + std::to_string(session.name);
    return key;
}

NamedKey sibling_key(const SessionKey& session) {
    NamedKey key = key_for("weft: sessions beside a session", session);
    key.name = "beside-" + std::to_string(session.name);
    return key;
}

}  // namespace weft::remote
