// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of the server's session: any sequence of requests. Each is a kind, the length of its
// body (two bytes each, the lowest first), and the body.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

#include "serve/session.hpp"
#include "storage/memory_store.hpp"

namespace {

using namespace weft;

void require(bool holds) {
    if (!holds) std::abort();
}

/// Whatever is asked for, what is sent are messages, each of which answers a request.
class Client final : public serve::Outside {
public:
    bool send(remote::Kind kind, remote::Body body) override {
        require(body.size() <= remote::most_body_bytes);
        if (kind == remote::Kind::answer) {
            const auto answer = remote::decoded<remote::Answer>(body);
            require(answer.ok() && answer.value().request == request);
            require(++answers == 1);
        } else if (kind == remote::Kind::data) {
            require(remote::decoded<remote::Data>(body).ok());
        } else if (kind == remote::Kind::write_failed) {
            require(remote::decoded<remote::WriteFailed>(body).value().code != 0);
        } else {
            require(kind == remote::Kind::written);
        }
        return ++sent < 64;  // who reads a file of 2^62 bytes is not waited for
    }
    void aside(std::function<std::function<void()>()> work) override { work()(); }

    std::uint64_t request = 0;
    int answers = 0;
    int sent = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(data), size);
    storage::MemoryStore store;
    Client client;
    // A second lock could wait for the first.
    serve::Session session(store, client, {.files = 4, .locks = 1});
    for (std::size_t at = 0; at + 4 <= input.size();) {
        const auto kind = remote::load_little<std::uint16_t>(&input[at]);
        const std::size_t length = remote::load_little<std::uint16_t>(&input[at + 2]);
        const auto body = input.subspan(at + 4).first(std::min(length, input.size() - at - 4));
        at += 4 + body.size();
        client.answers = client.sent = 0;
        ++client.request;
        const Status status = session.handle({static_cast<remote::Kind>(kind), client.request, 0,
                                              remote::Body(body.begin(), body.end())});
        require(status.ok() || !status.context().empty());
        if (!status.ok()) break;
    }
    session.tell_written();
    return 0;
}
