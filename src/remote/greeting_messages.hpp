// SPDX-License-Identifier: BSD-3-Clause
// What is in the bodies of the frames that a connection begins with.
#pragma once

#include <cstdint>
#include <string>

#include "remote/fields.hpp"

namespace weft::remote {

inline constexpr std::uint32_t magic = 0x54464557;  // "WEFT"
inline constexpr std::uint16_t protocol_version = 2;
/// What there is beyond the version. A server says what it knows, and a client does without what it
/// does not.
inline constexpr std::uint64_t feature_settle_size = 1;
inline constexpr std::uint64_t known_features = feature_settle_size;

/// What a session is called; who knows it may go on with the session.
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
    SessionKey session{};  // to go on with
    std::uint64_t received = 0;
    bool joins = false;          // the session's other connections stay
    bool wants_streams = false;  // welcome is to say where others can be made directly
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
    std::string stream_host{};  // where further connections can be made over TCP; "": nowhere, or
    std::string stream_port{};  // where the client has made this one
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
