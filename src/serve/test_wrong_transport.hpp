// SPDX-License-Identifier: BSD-3-Clause
// Changes frames between a client and a correct server, so that the client meets a server that
// breaks the protocol.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "remote/little_endian.hpp"
#include "remote/messages.hpp"
#include "remote/transport.hpp"

namespace weft::serve {

/// Changes a frame; false: the frame is lost.
using Change = std::function<bool(remote::Frame& frame)>;

struct Wrongs {
    Change up{};                    // of the client's frames; null: unchanged
    Change down{};                  // of the server's
    bool mends_checksums = false;   // of the client's frames: the server takes wrong ones
    bool breaks_checksums = false;  // of the server's frames
};

class WrongTransport final : public remote::Transport {
public:
    WrongTransport(std::unique_ptr<remote::Transport> inner, const Wrongs& wrongs)
        : inner_(std::move(inner)), wrongs_(wrongs) {}

    Result<std::size_t> receive(std::span<std::byte> bytes) override {
        std::vector<std::byte> part(1 << 16);
        while (ready_.empty()) {
            const auto got = inner_->receive(part);
            if (!got.ok() || got.value() == 0) return got;
            down_.insert(down_.end(), part.begin(),
                         part.begin() + static_cast<std::ptrdiff_t>(got.value()));
            ready_ = changed(down_, wrongs_.down, true);
            if (wrongs_.breaks_checksums && !ready_.empty()) ready_[24] ^= std::byte{1};
        }
        const std::size_t count = std::min(bytes.size(), ready_.size());
        std::memcpy(bytes.data(), ready_.data(), count);
        ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(count));
        return count;
    }

    Result<std::size_t> send(std::span<const std::byte> head,
                             std::span<const std::byte> rest) override {
        if (unsent_.empty()) {
            up_.insert(up_.end(), head.begin(), head.end());
            up_.insert(up_.end(), rest.begin(), rest.end());
            taken_ = head.size() + rest.size();
            unsent_ = changed(up_, wrongs_.up, wrongs_.mends_checksums);
        }
        while (!unsent_.empty()) {
            const auto sent = inner_->send(unsent_, {});
            if (!sent.ok() || sent.value() == 0) return sent;
            unsent_.erase(unsent_.begin(),
                          unsent_.begin() + static_cast<std::ptrdiff_t>(sent.value()));
        }
        return std::exchange(taken_, 0);
    }

    [[nodiscard]] int in() const override { return inner_->in(); }
    [[nodiscard]] int out() const override { return inner_->out(); }

private:
    /// Takes the whole frames off `bytes` and returns them changed. `mends`: frames with wrong
    /// checksums are changed, too; else they pass unchanged.
    static std::vector<std::byte> changed(std::vector<std::byte>& bytes, const Change& change,
                                          bool mends) {
        std::vector<std::byte> result;
        std::size_t at = 0;
        while (bytes.size() - at >= remote::header_bytes) {
            const std::byte* const header = &bytes[at];
            const std::size_t whole =
                remote::header_bytes + remote::load_little<std::uint32_t>(header);
            if (bytes.size() - at < whole) break;
            remote::Frame frame{
                .kind =
                    static_cast<remote::FrameKind>(remote::load_little<std::uint16_t>(header + 4)),
                .number = remote::load_little<std::uint64_t>(header + 8),
                .acknowledged = remote::load_little<std::uint64_t>(header + 16),
                .body = remote::Body(header + remote::header_bytes, header + whole)};
            const auto right = header_of(frame.kind, frame.number, frame.acknowledged,
                                         frame.body.size(), remote::hash_of(frame.body));
            const bool is_right = std::memcmp(&right, header, sizeof right) == 0;
            if (!is_right && !mends) {
                result.insert(result.end(), header, header + whole);
            } else if (change == nullptr || change(frame)) {
                const auto sent = header_of(frame.kind, frame.number, frame.acknowledged,
                                            frame.body.size(), remote::hash_of(frame.body));
                result.insert(result.end(), sent.begin(), sent.end());
                result.insert(result.end(), frame.body.begin(), frame.body.end());
            }
            at += whole;
        }
        bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
        return result;
    }

    std::unique_ptr<remote::Transport> inner_;
    const Wrongs& wrongs_;
    std::vector<std::byte> down_;
    std::vector<std::byte> ready_;
    std::vector<std::byte> up_;
    std::vector<std::byte> unsent_;
    std::size_t taken_ = 0;
};

}  // namespace weft::serve
