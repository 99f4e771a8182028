// SPDX-License-Identifier: BSD-3-Clause
// A client that takes nothing on trust: it checks each frame that comes against the rules for all
// frames, and it can send what no client should send.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "remote/frame.hpp"
#include "remote/messages.hpp"
#include "storage/store.hpp"

namespace weft::protocol {

/// Thrown where a rule is found broken; check() catches it.
struct Deviation {
    std::string what;
};

/// Thrown where a rule is about what this server need not have.
struct NotTried {
    std::string why;
};

void demand(bool holds, const std::string& what);

class Client {
public:
    struct Reply {
        Code code{};
        remote::Body value;
        remote::Body data;
        int failures = 0;  // of writes, reported before this answer
    };

    explicit Client(const Checked& server) : server_(server) {}

    /// Makes one more connection, and sends nothing over it.
    void connect();
    /// The same, to begin a sibling session.
    void connect_beside(const remote::SessionTicket& ticket);
    /// Greets over that connection, and demands a welcome.
    remote::Welcome greet(remote::Hello hello = {});
    /// The same over a new connection; resumes the session, if there is one.
    remote::Welcome begin(remote::Hello hello = {});
    /// Closes all connections, as a failing link does.
    void cut() { lines_.clear(); }

    /// Sends a frame over the latest connection.
    void put(const remote::Frame& frame);
    void put_bytes(std::span<const std::byte> bytes);
    /// Sends a request with the next number, which it returns. The request has an answer unless its
    /// kind says otherwise.
    std::uint64_t send(remote::FrameKind kind, remote::Body body);
    /// The same; false when the server has not read it in time. Nothing can follow it then.
    bool sends_within(double seconds, remote::FrameKind kind, remote::Body body);
    template <class Message>
    std::uint64_t send(remote::FrameKind kind, Message message) {
        return send(kind, remote::encoded(std::move(message)));
    }
    /// Takes the next number for a request that is sent in another way.
    std::uint64_t skip_number(remote::FrameKind kind);

    Reply reply(std::uint64_t request);
    /// Waits for the first answer; returns the number of its request.
    std::uint64_t first_answered(const std::vector<std::uint64_t>& requests);
    template <class Message>
    Reply ask(remote::FrameKind kind, Message message) {
        return reply(send(kind, std::move(message)));
    }
    /// Demands success.
    void open(std::uint32_t file, const std::string& path, const storage::Intent& intent);
    void write(std::uint32_t file, std::int64_t offset, std::string_view bytes);
    std::string read(std::uint32_t file, std::int64_t offset, std::int64_t length);

    /// Waits for a sign of life; false when none has come in time.
    bool hears_within(double seconds);
    /// The same for a numbered frame.
    bool hears_data_within(double seconds);
    /// Whether all connections end in time.
    bool ends_within(double seconds);
    void wait_for_written(std::uint64_t through);
    void wait_for_acknowledgement();
    /// Waits for the end of all connections; returns the sentence of a refusal before it.
    std::string end();
    /// Demands a refusal with a sentence, and then the end of all connections.
    void expect_refusal(const std::string& of_what);

    /// Stops acknowledging from now on.
    void stop_acknowledging() { said_received_ = received_; }
    /// The bytes of all numbered frames.
    [[nodiscard]] std::size_t received_bytes() const { return received_bytes_; }

    /// Resumes a session that is not this client's.
    void pose_as(const remote::SessionKey& key) { key_ = key; }
    void wait_for_connections(std::size_t count);
    [[nodiscard]] std::size_t connections() const { return lines_.size(); }
    [[nodiscard]] bool was_welcomed() const { return greeting_.has_value(); }
    [[nodiscard]] const remote::SessionKey& key() const { return key_; }
    [[nodiscard]] std::uint64_t last_sent() const { return sent_; }
    [[nodiscard]] std::uint64_t received() const { return received_; }
    [[nodiscard]] bool is_answered(std::uint64_t request) const {
        return !waiting_.contains(request);
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Line {
        remote::Wire wire;
        remote::FrameCutter cutter{remote::most_greeting_bytes};
    };
    struct Waiting {
        remote::FrameKind kind;
        Reply reply;
    };

    remote::Frame next_frame(remote::FrameKind kind, remote::Body body);
    bool puts_bytes_within(std::span<const std::byte> bytes, double seconds);
    bool receive_once();
    bool move(double seconds);
    void wait(double seconds);
    void take(remote::Frame frame);
    /// The reason why the connections have ended, as far as it is known: the end of a sentence.
    [[nodiscard]] std::string because() const;
    void digest(const remote::Frame& frame);
    void digest_answer(const remote::Frame& frame);
    void digest_data(const remote::Frame& frame);
    void digest_failure(const remote::Frame& frame);
    void digest_written(const remote::Frame& frame);
    template <class Message>
    static Message message_in(const remote::Frame& frame) {
        auto message = remote::decoded<Message>(frame.body);
        demand(message.ok(), "a frame of kind " + std::to_string(static_cast<int>(frame.kind)) +
                                 " does not have the fields of its kind");
        return std::move(message).value();
    }
    template <class Done>
    void wait_until(Done done, const std::string& what);

    const Checked& server_;
    remote::SessionKey key_;
    std::deque<Line> lines_;
    std::optional<remote::Frame> greeting_;
    std::optional<std::string> refusal_;
    std::string lost_;  // how the latest connection ended
    std::uint64_t sent_ = 0;
    std::uint64_t acknowledged_ = 0;
    std::uint64_t received_ = 0;
    std::optional<std::uint64_t> said_received_;  // instead of the true number
    std::size_t received_bytes_ = 0;
    std::uint64_t written_ = 0;
    int frames_ = 0;
    int failures_ = 0;
    std::map<std::uint64_t, remote::Frame> early_;
    std::map<std::uint64_t, Waiting> waiting_;
    std::map<std::uint64_t, Reply> replies_;
    std::set<std::uint64_t> unsettled_;  // writes
};

}  // namespace weft::protocol
