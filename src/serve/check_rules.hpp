// SPDX-License-Identifier: BSD-3-Clause
// The rules that a server is held against, by section of docs/remote-protocol.md.
#pragma once

#include <span>
#include <string>

#include "serve/check_client.hpp"

namespace weft::serve {

/// Where a rule is tried: a server, and a name there that no file has.
struct Bench {
    const Checked& server;
    std::string path;

    /// A session that has begun.
    [[nodiscard]] CheckClient session() const {
        CheckClient client(server);
        client.begin();
        return client;
    }
    /// The same, with this file open under the number 1, to be read and written.
    [[nodiscard]] CheckClient session_with_file() const {
        CheckClient client = session();
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

}  // namespace weft::serve
