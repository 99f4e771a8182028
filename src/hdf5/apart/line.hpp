// SPDX-License-Identifier: BSD-3-Clause
// The program's end of the line to a keeper: whole pieces, sent and received, as long as there is
// patience with the keeper.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <utility>

#include "hdf5/apart/descriptor.hpp"
#include "hdf5/apart/keeper.hpp"

namespace weft::hdf5::apart {

/// How long the program waits for a keeper. The keeper's processor time tells best whether it works
/// without end; on a busy machine the same work takes longer by the clock. A sleeping keeper uses
/// none, so there are limits by the clock, too. They count while this program waits for the keeper,
/// and not while it reads the file or stands still itself.
struct Patience {
    std::chrono::nanoseconds step = std::chrono::milliseconds(100);
    // Limits on the keeper's processor time for its next message: the time for books, of which few
    // pages are read,
    std::chrono::nanoseconds work_for_message = std::chrono::seconds(2);
    // more time for each byte of chunks and of their places that is sent or received, as a slow
    // codec may need it,
    std::chrono::nanoseconds work_for_byte = std::chrono::microseconds(1);
    // and the largest sum of both.
    std::chrono::nanoseconds most_work_for_message = std::chrono::seconds(10);
    // The limit on its processor time for a whole answer.
    std::chrono::nanoseconds work_for_answer = std::chrono::seconds(60);
    // The longest time in which the keeper does no work.
    std::chrono::nanoseconds sleep = std::chrono::seconds(30);
    // The longest wait for all messages of an answer.
    std::chrono::nanoseconds wait_for_answer = std::chrono::minutes(10);
};

enum class Heard { all, has_ended, takes_too_long };

class Line {
public:
    /// The keeper outlives the line.
    Line(Descriptor socket, const Keeper& keeper, const Patience& patience)
        : socket_(std::move(socket)), keeper_(keeper), patience_(patience) {}

    /// A question begins, or the wait for the greeting. `bytes`: what goes with it and is to come.
    void begin_answer(std::size_t bytes = 0);
    /// The keeper begins to work on its next message.
    void begin_message();

    Heard send(std::span<const std::byte> bytes);
    Heard receive(std::span<std::byte> bytes);
    void close() { socket_.close(); }

private:
    [[nodiscard]] bool is_patient();
    Heard wait_for(short what);

    Descriptor socket_;
    const Keeper& keeper_;
    Patience patience_;
    // The keeper's processor time: at the beginning of the message, at that of the answer, and when
    // last seen.
    std::chrono::nanoseconds before_message_{};
    std::chrono::nanoseconds before_answer_{};
    std::chrono::nanoseconds seen_{};
    std::chrono::nanoseconds work_for_message_{};
    std::chrono::nanoseconds asleep_{};
    std::chrono::nanoseconds waited_{};
};

}  // namespace weft::hdf5::apart
