// SPDX-License-Identifier: BSD-3-Clause
#include "remote/preamble.hpp"

#include <openssl/sha.h>

#include <string>

#include "remote/little_endian.hpp"

namespace weft::remote {
namespace {

/// Tells these keys from whatever else might be made of a session's secret.
constexpr char purpose[] = "weft: streams of a session";

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
    std::array<std::byte, sizeof purpose + 16> text{};
    std::copy_n(reinterpret_cast<const std::byte*>(purpose), sizeof purpose, text.begin());
    store_little(&text[sizeof purpose], session.secret_high);
    store_little(&text[sizeof purpose + 8], session.secret_low);
    NamedKey key;
    key.name = "session-" + std::to_string(session.name);
    static_assert(SHA256_DIGEST_LENGTH == std::tuple_size_v<SecretKey>);
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           reinterpret_cast<unsigned char*>(key.key.data()));
    return key;
}

}  // namespace weft::remote
