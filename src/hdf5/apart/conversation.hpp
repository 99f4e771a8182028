// SPDX-License-Identifier: BSD-3-Clause
// Questions to a keeper, one at a time, from any number of threads. While one is answered, the
// bytes of the file that the keeper wants are read here.
//
// The first thing that goes wrong with the keeper ends it, and is what each later question is
// answered with.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "hdf5/apart/keeper.hpp"
#include "hdf5/apart/line.hpp"
#include "hdf5/apart/messages.hpp"
#include "hdf5/books/books.hpp"

namespace weft::hdf5::apart {

/// The destination of an answer: a span if the question determines the length, else a vector.
using Place = std::variant<std::span<std::byte>, std::vector<std::byte>*>;

class Conversation {
public:
    /// The source outlives the conversation.
    Conversation(StartedKeeper started, Source& source, const Patience& patience = {});

    /// Waits until the keeper has given up its rights.
    Status greet();
    /// Which right the keeper could not give up, and why; empty: none.
    [[nodiscard]] const std::string& lacks() const { return lacks_; }

    /// `body`: goes with the question.
    Status ask(Question& question, std::span<const std::byte> body, const Place& place) noexcept;
    Status ask(Question& question, const Place& place) noexcept { return ask(question, {}, place); }

private:
    Status ask_keeper(Question& question, std::span<const std::byte> body, const Place& place);
    [[nodiscard]] Head receive_head();
    [[nodiscard]] std::vector<std::byte> receive_words(const Head& head);
    void receive_body(const Head& head, const Place& place);
    void hand_out(const Head& head);
    void send(const Head& head, std::span<const std::byte> words, std::span<const std::byte> body);
    void receive(std::span<std::byte> bytes);
    Status fail(Status status);

    std::mutex mutex_;
    Source& source_;
    std::unique_ptr<Keeper> keeper_;
    Line line_;
    std::string lacks_;
    std::vector<std::byte> handed_out_;
    Status failure_;
};

}  // namespace weft::hdf5::apart
