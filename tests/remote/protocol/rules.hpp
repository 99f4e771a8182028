// SPDX-License-Identifier: BSD-3-Clause
// The rules that check() tries, by section of docs/remote-protocol.md.
#pragma once

#include <span>
#include <string>

#include "client.hpp"

namespace weft::protocol {

/// The place where a rule is tested: a server, and a path on it at which no file exists.
struct Bench {
    const Checked& server;
    std::string path;

    /// A new session.
    [[nodiscard]] Client session() const {
        Client client(server);
        client.begin();
        return client;
    }
    /// The same, with the file open under the number 1 for reading and writing.
    [[nodiscard]] Client session_with_file() const {
        Client client = session();
        client.open(1, path, {.writable = true, .create = true});
        return client;
    }
};

struct Rule {
    const char* name;  // a sentence
    void (*attempt)(const Bench& bench);
};

std::span<const Rule> greeting_rules();
std::span<const Rule> beside_rules();
std::span<const Rule> frame_rules();
std::span<const Rule> byte_rules();
std::span<const Rule> name_rules();
std::span<const Rule> lock_rules();
std::span<const Rule> misuse_rules();
std::span<const Rule> limit_rules();

}  // namespace weft::protocol
