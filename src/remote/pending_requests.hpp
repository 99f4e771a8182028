// SPDX-License-Identifier: BSD-3-Clause
// The requests that a session's client waits for: for their answers, and for word of writes. Pure:
// no I/O; one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/result.hpp"
#include "remote/frame.hpp"

namespace weft::remote {

/// The answer to a request.
struct Answered {
    std::uint64_t request = 0;
    Body value;
    std::int64_t received = 0;  // bytes of data
};

/// Passes each frame of the server to the request that it belongs to.
class PendingRequests {
public:
    /// `server`: its name in the sentences of failures.
    explicit PendingRequests(std::string server) : server_(std::move(server)) {}

    /// The request will be answered. Data of the answer go to `into`.
    void expect(std::uint64_t request, std::span<std::byte> into) { waiting_[request].into = into; }
    [[nodiscard]] bool is_answered(std::uint64_t request) const {
        return waiting_.at(request).is_answered;
    }
    /// The request is over: with the answer, or without one if `arrived` is a failure.
    Result<Answered> finish(std::uint64_t request, const Status& arrived);
    [[nodiscard]] bool is_empty() const { return waiting_.empty(); }

    /// The last request up to which all writes are stored, or have failed.
    [[nodiscard]] std::uint64_t written() const { return written_; }
    /// The first unreported failure of the file's writes, from that request on; reports each
    /// failure once.
    Status take_failure(std::uint32_t file, std::uint64_t from);

    /// Takes the next frame of the server. Returns how many bytes of data it brings; nothing when
    /// it breaks the rules of the protocol.
    std::optional<std::size_t> take(const Frame& frame);

private:
    struct Waiting {
        std::span<std::byte> into;
        std::int64_t received = 0;
        bool is_answered = false;
        Status status;
        Body value;
    };
    struct Failure {
        std::uint32_t file;
        Status status;
    };

    bool take_answer(const Frame& frame);
    std::optional<std::size_t> take_data(const Frame& frame);
    bool take_written(const Frame& frame);
    bool take_write_failed(const Frame& frame);
    Waiting* unanswered(std::uint64_t request);

    const std::string server_;
    std::map<std::uint64_t, Waiting> waiting_;
    std::map<std::uint64_t, Failure> failures_;
    std::uint64_t written_ = 0;
};

}  // namespace weft::remote
