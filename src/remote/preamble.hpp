// SPDX-License-Identifier: BSD-3-Clause
// A connection over TCP begins, before TLS, with the name of its session, so that the listening
// process can hand it over to the process of the session. Also the keys that follow from a
// session's secret.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "remote/messages.hpp"
#include "remote/tls.hpp"

namespace weft::remote {

inline constexpr std::size_t preamble_bytes = 16;
using Preamble = std::array<std::byte, preamble_bytes>;

/// `session`: its name; 0 for a new one.
Preamble preamble_of(std::uint64_t session);
/// The session's name; nothing when the bytes are not a preamble.
std::optional<std::uint64_t> session_in(std::span<const std::byte, preamble_bytes> preamble);

/// The key by which more connections of a session prove that they are its client's. Derived from
/// the session's secret, which the first connection has carried to the client under its protection.
NamedKey stream_key(const SessionKey& session);
/// The key by which other processes of the same program may begin sibling sessions.
NamedKey sibling_key(const SessionKey& session);

}  // namespace weft::remote
