// SPDX-License-Identifier: BSD-3-Clause
// TLS 1.3 with keys that both ends have: no certificates, no older versions, no data before the
// handshake is over. A client without the key learns nothing, and a recording of one connection is
// useless in another.
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

/// A key and its name; the name crosses the network in the clear.
struct NamedKey {
    std::string name;
    SecretKey key{};
};

/// The key of a server with this name.
using KeyFinder = std::function<std::optional<SecretKey>(const std::string& name)>;

/// A connection under TLS. The first calls of send() and receive() carry out the handshake.
class TlsTransport final : public Transport {
public:
    /// The client's end of a socket, which may still be connecting. `preamble` is sent first, in
    /// the clear.
    static Result<std::unique_ptr<TlsTransport>> client(OwnedFd socket, const NamedKey& key,
                                                        std::span<const std::byte> preamble);
    /// The server's end.
    static Result<std::unique_ptr<TlsTransport>> server(OwnedFd socket, KeyFinder find);
    ~TlsTransport() override;

    Result<std::size_t> receive(std::span<std::byte> bytes) override;
    /// If it returns 0, the caller must pass the same bytes again.
    Result<std::size_t> send(std::span<const std::byte> head,
                             std::span<const std::byte> rest) override;
    [[nodiscard]] int in() const override;
    [[nodiscard]] int out() const override;

    /// The name of the key, once the other end has proved that it has the key; "" before.
    [[nodiscard]] std::string peer() const;

private:
    struct State;  // of OpenSSL
    explicit TlsTransport(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

/// Makes OpenSSL ready. It takes itself down when the process ends, after whatever is static and
/// made later than this.
void prepare_tls();

/// The answer of a server, before TLS, to a client whose session it does not have.
std::span<const std::byte> no_such_session();

}  // namespace weft::remote
