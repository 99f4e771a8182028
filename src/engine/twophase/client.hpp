// SPDX-License-Identifier: BSD-3-Clause
// A rank's own part of an exchange. It moves its bytes into the messages of its node, or out of
// them.
//
// The ranks of a node take the same steps (steps.hpp), each in the half of the node buffer that the
// step before has not used. Between steps they meet, which makes the halves safe:
//   1. Before a batch every rank publishes how much it has for each aggregator; they meet; then
//      everybody knows the steps, and where in them its own bytes lie. Numbers of two batches are
//      kept apart by halves, too: who writes those of batch b + 2 has met for b + 1, so that all
//      have read those of b.
//   2. A delegate comes to the meeting that opens a step only when the messages of the last step in
//      the same half have ended. (For the first step of a batch, that of rule 1 is the one.)
//   3. Puts: then all fill in their bytes and meet again; then delegates send. Gets: then delegates
//      receive; they meet again when all has come, and all take their bytes out. Meanwhile the
//      messages of the next step are under way already.
// Nodes do not wait for each other but for messages, which aggregators and nodes deal with in the
// same order: by batch, aggregator, node. The lowest one that has not ended can always go on, as
// everything that could hold it up comes before it; so nobody waits for ever. For that a rank goes
// on as an aggregator whenever it waits, for messages and at meetings: those of its node who have
// not come may wait for a message of another node that waits for this aggregator.
// `exchange_model_test` checks all this exhaustively for small cases, with introductions and
// without.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/request/mover.hpp"
#include "engine/twophase/aggregator.hpp"
#include "engine/twophase/batches.hpp"
#include "engine/twophase/node_buffer.hpp"
#include "engine/twophase/steps.hpp"
#include "mpi/transfers.hpp"

namespace weft::engine::twophase {

class Client {
public:
    struct Setup {
        const Request& request;
        const std::vector<RequestShape>& list;  // of the request
        const FileDomains& domains;
        const Roles& roles;
        int rank = 0;
        mpi::CommView comm = {};  // of all ranks
        ExchangeLimits limits;
        NodeBuffer& node_buffer;
        mpi::Transfers& transfers;
        Report& report;
        Aggregator* aggregator = nullptr;  // this rank's, if it leads a domain
    };
    explicit Client(const Setup& setup);

    /// Takes all steps of this node, and ends the work of the aggregator. Returns false when a rank
    /// has died.
    [[nodiscard]] bool run();
    [[nodiscard]] bool all_in_range() const { return mover_.all_in_range(); }

private:
    /// A batch of the node, as this rank sees it.
    struct Batch {
        std::vector<Batches::Stop> stops;  // this rank's, by domain
        std::vector<std::int64_t> begins;  // by domain: where in the message this rank's bytes are
    };
    /// The use of a half of the node buffer.
    struct UnderWay {
        Step step;
        std::shared_ptr<const Batch> batch;
        std::vector<mpi::Transfers::Ticket> tickets;
        std::int64_t offered = 0;  // to the aggregator, in all steps up to this one
    };

    [[nodiscard]] bool put() const { return setup_.request.direction == Direction::put; }
    [[nodiscard]] UnderWay& half() { return halves_[half_]; }
    [[nodiscard]] bool meet();
    [[nodiscard]] bool begin_batch();
    void publish(std::uint32_t rows);
    [[nodiscard]] bool take_step(Step step);
    void start_messages();
    [[nodiscard]] bool finish_get(std::uint32_t half);
    void move(std::uint32_t half);
    void settle(UnderWay& step);
    [[nodiscard]] bool is_settled(UnderWay& step);
    void advance();

    Setup setup_;
    Batches batches_;
    Mover mover_;
    std::optional<Batches::Batch> own_;   // the next one in which this rank has bytes
    std::shared_ptr<const Batch> batch_;  // that has begun; null: there is none
    std::vector<Step> steps_;             // of it
    std::array<UnderWay, 2> halves_;
    std::uint32_t half_ = 0;  // for the next step
    std::int64_t offered_ = 0;
};

}  // namespace weft::engine::twophase
