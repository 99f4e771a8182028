// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of what a connection delivers: bytes are cut into frames, and these are brought into
// order over two connections, which are lost now and then. Each step is a byte that says what
// happens, and bytes that it takes for itself:
//     0 to 3: a frame arrives over connection 0 or 1 (bit 0), whole or byte by byte (bit 1): its
//             kind, how far its number lies behind the last one that has come, less 2, what it
//             acknowledges, and its body, behind its length;
//     4: the same with a byte of it changed: which, and how;
//     5: bytes that are whatever they are, behind their number;
//     6: this end posts a frame of so many bytes, and sends what there is over connection 0 or 1;
//     7: connection 0 or 1 is lost.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "remote/link.hpp"

namespace {

using namespace weft;
using remote::Body;
using remote::Frame;

constexpr std::size_t most_body = 200;

void require(bool holds) {
    if (!holds) std::abort();
}

class Input {
public:
    explicit Input(std::span<const std::byte> bytes) : bytes_(bytes) {}
    [[nodiscard]] bool at_end() const { return bytes_.empty(); }
    std::uint8_t byte() {
        if (bytes_.empty()) return 0;
        const auto first = std::to_integer<std::uint8_t>(bytes_[0]);
        bytes_ = bytes_.subspan(1);
        return first;
    }
    Body some() {
        const auto part = bytes_.first(std::min<std::size_t>(byte(), bytes_.size()));
        bytes_ = bytes_.subspan(part.size());
        return {part.begin(), part.end()};
    }

private:
    std::span<const std::byte> bytes_;
};

/// One end, and what must be true of it.
class End {
public:
    [[nodiscard]] std::uint64_t received() const { return link_.received(); }

    /// False: the other end has broken the rules, and is not listened to any more.
    bool deliver(std::size_t connection, std::span<const std::byte> bytes, std::size_t at_a_time) {
        remote::FrameCutter& cutter = cutters_[connection];
        while (!bytes.empty()) {
            const auto room = cutter.room();
            require(!room.empty());
            const auto part = bytes.first(std::min({room.size(), bytes.size(), at_a_time}));
            std::ranges::copy(part, room.begin());
            cutter.take(part.size());
            Body& uncut = uncut_[connection];
            uncut.insert(uncut.end(), part.begin(), part.end());
            bytes = bytes.subspan(part.size());
            for (;;) {
                auto frame = cutter.next();
                if (!frame.ok()) {
                    require(!frame.status().context().empty());
                    lose(connection);
                    return true;
                }
                if (!frame.value()) break;
                // Its bytes, with the right checksum, and all of them.
                const Body whole = remote::frame_bytes(*frame.value());
                require(uncut.size() >= whole.size() &&
                        std::ranges::equal(whole, std::span(uncut).first(whole.size())));
                uncut.erase(uncut.begin(), uncut.begin() + std::ssize(whole));
                if (!take_in(*std::move(frame).value())) return false;
            }
        }
        return true;
    }

    void lose(std::size_t connection) {
        cutters_[connection] = remote::FrameCutter(most_body);
        uncut_[connection].clear();
        link_.lost(static_cast<int>(connection));
        for (auto& [number, carrier] : carriers_) {
            if (carrier == connection) carrier.reset();
        }
    }

    void post(std::size_t connection, std::size_t body_bytes) {
        const auto number = link_.post(remote::FrameKind::data, Body(body_bytes));
        carriers_[number] = std::nullopt;
        while (const auto frame = link_.next_for(static_cast<int>(connection))) {
            const auto found = carriers_.find(frame->number);
            // Only what is not acknowledged, and not under way already.
            require(found != carriers_.end() && !found->second);
            found->second = connection;
        }
        require(!link_.has_unsent());
        require(
            std::ranges::all_of(carriers_, [](const auto& one) { return one.second.has_value(); }));
    }

private:
    bool take_in(Frame frame) {
        const std::uint64_t acknowledged = frame.acknowledged;
        const bool says_what_was_sent = acknowledged <= link_.last_posted();
        const std::uint64_t number = frame.number;
        require(frame.body.size() <= most_body);
        const bool is_new = number > taken_ && !first_.contains(number);
        const std::size_t untold =
            link_.unacknowledged_bytes() + (is_new ? remote::header_bytes + frame.body.size() : 0);
        if (is_new) first_[number] = frame.body;
        const bool went =
            number == 0 ? link_.acknowledge(acknowledged) : link_.receive(std::move(frame));
        require(says_what_was_sent || !went);
        if (!went) return false;
        require(link_.unacknowledged_bytes() == untold);
        carriers_.erase(carriers_.begin(), carriers_.upper_bound(acknowledged));
        require((link_.kept_bytes() == 0) == carriers_.empty());
        while (const auto next = link_.take()) {
            require(next->number == ++taken_);
            require(next->body == first_.at(taken_));
            first_.erase(taken_);
        }
        require(link_.received() == taken_ && !first_.contains(taken_ + 1));
        return true;
    }

    std::array<remote::FrameCutter, 2> cutters_{remote::FrameCutter(most_body),
                                                remote::FrameCutter(most_body)};
    remote::Link link_;
    std::array<Body, 2> uncut_;  // what has come behind the last frame
    std::uint64_t taken_ = 0;
    std::map<std::uint64_t, Body> first_;  // what has come first under a number
    std::map<std::uint64_t, std::optional<std::size_t>> carriers_;  // of what was posted
};

/// The bytes that arrive by this step.
Body arriving(Input& input, std::uint8_t what, const End& end) {
    if (what == 5) return input.some();
    Frame frame;
    frame.kind = static_cast<remote::FrameKind>(input.byte());
    frame.number = end.received() + input.byte();
    frame.number -= std::min<std::uint64_t>(frame.number, 2);
    frame.acknowledged = input.byte();
    frame.body = input.some();
    Body bytes = remote::frame_bytes(frame);
    if (what == 4) {
        const std::size_t which = input.byte() % bytes.size();
        bytes[which] ^= std::byte{std::max<std::uint8_t>(input.byte(), 1)};
    }
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input({reinterpret_cast<const std::byte*>(data), size});
    End end;
    while (!input.at_end()) {
        const std::uint8_t step = input.byte();
        const std::uint8_t what = step % 8;
        const std::size_t connection = what < 4 ? step & 1 : (step >> 3) & 1;
        if (what == 7) {
            end.lose(connection);
        } else if (what == 6) {
            end.post(connection, input.byte());
        } else {
            const bool by_bytes = what < 4 && (what & 2) != 0;
            if (!end.deliver(connection, arriving(input, what, end), by_bytes ? 1 : 1 << 20)) break;
        }
    }
    return 0;
}
