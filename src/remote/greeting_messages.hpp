// SPDX-License-Identifier: BSD-3-Clause
// The bodies of the frames that begin a connection.
#pragma once

#include <cstdint>
#include <string>

#include "remote/fields.hpp"

namespace weft::remote {

inline constexpr std::uint32_t magic = 0x54464557;  // "WEFT"
inline constexpr std::uint16_t protocol_version = 2;
/// Features beyond the version. A server announces those that it has, and a client does without the
/// others.
inline constexpr std::uint64_t feature_settle_size = 1;
inline constexpr std::uint64_t known_features = feature_settle_size;

/// The name and the secret of a session; a client that knows both may resume it.
struct SessionKey {
    std::uint64_t name = 0;  // 0: none yet
    std::uint64_t secret_high = 0;
    std::uint64_t secret_low = 0;
    template <class Fields>
    void list(Fields& fields) {
        fields(name, secret_high, secret_low);
    }
    friend bool operator==(const SessionKey&, const SessionKey&) = default;
};

struct Hello {
    std::uint32_t magic = remote::magic;
    std::uint16_t oldest_version = protocol_version;
    std::uint16_t newest_version = protocol_version;
    std::uint64_t required_features = 0;
    SessionKey session{};  // the session to resume
    std::uint64_t received = 0;
    bool joins = false;          // keep the session's other connections
    bool wants_streams = false;  // the welcome is to name an address for direct connections
    std::string client{};
    template <class Fields>
    void list(Fields& fields) {
        fields(magic, oldest_version, newest_version, required_features);
        session.list(fields);
        fields(received, joins, wants_streams, client);
    }
};

struct Welcome {
    std::uint16_t version = protocol_version;
    std::uint64_t features = known_features;
    SessionKey session{};
    std::uint64_t received = 0;
    std::string stream_host{};  // the address for more connections over TCP; "": none, or
    std::string stream_port{};  // that of this connection
    std::string server{};
    template <class Fields>
    void list(Fields& fields) {
        fields(version, features);
        session.list(fields);
        fields(received, stream_host, stream_port, server);
    }
};

struct Refusal {
    std::string sentence;
    template <class Fields>
    void list(Fields& fields) {
        fields(sentence);
    }
};

}  // namespace weft::remote
