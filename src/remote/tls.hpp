// SPDX-License-Identifier: BSD-3-Clause
// TLS 1.3 with keys that both ends have, and nothing else: no certificates, no older versions, no
// data before the handshake is over. Who does not have the key learns nothing and gets nowhere;
// what was recorded of one connection is worth nothing to another one.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "remote/transport.hpp"

namespace weft::remote {

using SecretKey = std::array<std::byte, 32>;

/// A key, and what it is called; its name crosses the network in the clear.
struct NamedKey {
    std::string name;
    SecretKey key{};
};

/// What a server has under this name.
using KeyFinder = std::function<std::optional<SecretKey>(const std::string& name)>;

/// A connection under TLS. The handshake goes on with whatever is sent or received first.
class TlsTransport final : public Transport {
public:
    /// The client's end of a socket, which may be connecting still. `preamble` is sent before
    /// everything else, in the clear.
    static Result<std::unique_ptr<TlsTransport>> client(OwnedFd socket, const NamedKey& key,
                                                        std::span<const std::byte> preamble);
    /// The server's.
    static Result<std::unique_ptr<TlsTransport>> server(OwnedFd socket, KeyFinder find);
    ~TlsTransport() override;

    Result<std::size_t> receive(std::span<std::byte> bytes) override;
    /// After 0, the same bytes are to be given again.
    Result<std::size_t> send(std::span<const std::byte> head,
                             std::span<const std::byte> rest) override;
    [[nodiscard]] int in() const override;
    [[nodiscard]] int out() const override;

    /// The name of the key, once the other end has shown that it has it; "" before.
    [[nodiscard]] std::string peer() const;

private:
    struct State;  // of the library
    explicit TlsTransport(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

/// Makes OpenSSL ready. It takes itself down when the process ends, after whatever is static and
/// made later than this.
void prepare_tls();

/// What a server says to a client before TLS, where it has not the session that is asked for.
std::span<const std::byte> no_such_session();

}  // namespace weft::remote
