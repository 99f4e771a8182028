// SPDX-License-Identifier: BSD-3-Clause
// How a connection over TCP begins, before TLS: with the name of the session that it is of, so that
// whoever listens can hand it on to the process that has the session; and the key of its streams.
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
/// The session's name; nothing, when this is no preamble.
std::optional<std::uint64_t> session_in(std::span<const std::byte, preamble_bytes> preamble);

/// What further connections of a session prove that they are its client's with. Made of the
/// session's secret, which has come to the client under the protection of the first one.
NamedKey stream_key(const SessionKey& session);
/// What other processes of the same program prove that they begin sessions of their own with,
/// beside that one.
NamedKey sibling_key(const SessionKey& session);

}  // namespace weft::remote
