// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of the server's session: any sequence of requests. Each is a kind, the length of its
// body (two bytes each, the lowest first), and the body.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

#include "serve/session.hpp"
#include "storage/testing/memory_store.hpp"

namespace {

using namespace weft;

/// Who reads a file of 2^62 bytes is not waited for.
constexpr int most_sent = 16;
constexpr std::int64_t most_checksum_bytes = 1 << 16;

void require(bool holds) {
    if (!holds) std::abort();
}

/// A checksum that takes its time.
bool is_long(std::uint16_t kind, std::span<const std::byte> body) {
    const auto range = remote::decoded<remote::OfRange>(body);
    return static_cast<remote::FrameKind>(kind) == remote::FrameKind::checksum && range.ok() &&
           range.value().length > most_checksum_bytes &&
           range.value().length <= remote::most_checksum_bytes;
}

/// Whatever is asked for, what is sent are messages, each of which answers a request.
class Client final : public serve::Outside {
public:
    bool send(remote::FrameKind kind, remote::Body body) override {
        require(body.size() <= remote::most_body_bytes);
        if (kind == remote::FrameKind::answer) {
            const auto answer = remote::decoded<remote::Answer>(body);
            require(answer.ok() && answer.value().request == request);
            require(++answers == 1);
        } else if (kind == remote::FrameKind::data) {
            require(remote::decoded<remote::Data>(body).ok());
        } else if (kind == remote::FrameKind::write_failed) {
            require(remote::decoded<remote::WriteFailed>(body).value().code != 0);
        } else {
            require(kind == remote::FrameKind::written);
        }
        return ++sent < most_sent;
    }
    Status in_background(BackgroundWork work) override {
        work()();
        return {};
    }

    std::uint64_t request = 0;
    int answers = 0;
    int sent = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(data), size);
    storage::MemoryStore store;
    Client client;
    // A second lock could wait for the first. Long answers would show nothing that short ones do
    // not, and take most of the time.
    serve::Session session(store, client,
                           {.files = 4, .locks = 1, .end_bytes = 600, .data_bytes = 400});
    for (std::size_t at = 0; at + 4 <= input.size();) {
        const auto kind = remote::load_little<std::uint16_t>(&input[at]);
        const std::size_t length = remote::load_little<std::uint16_t>(&input[at + 2]);
        const auto body = input.subspan(at + 4).first(std::min(length, input.size() - at - 4));
        at += 4 + body.size();
        if (is_long(kind, body)) continue;
        client.answers = client.sent = 0;
        ++client.request;
        const Status status = session.handle({static_cast<remote::FrameKind>(kind), client.request,
                                              0, remote::Body(body.begin(), body.end())});
        require(status.ok() || !status.context().empty());
        if (!status.ok()) break;
    }
    session.tell_written();
    return 0;
}
