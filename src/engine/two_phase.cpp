// SPDX-License-Identifier: BSD-3-Clause
// Collective I/O in two phases (paper 2, section 6), by messages.
//
// The file is cut into windows at multiples of `window_bytes`; window w belongs to aggregator w mod
// A. In round k the aggregators handle windows kA .. kA+A-1, so that the ranks sweep the file
// together and each holds at most one message per aggregator.
//
// Who talks to whom follows from the hulls of all ranks, which everybody knows from planning: a
// rank sends its aggregator exactly one message per window that its hull touches, even when it has
// no bytes there. Messages carry their own sizes and descriptions, so nothing else needs to be
// exchanged, and an aggregator that fails to read or write still takes part in every message.
#include <algorithm>

#include "engine/message.hpp"
#include "engine/methods.hpp"
#include "engine/sweep.hpp"
#include "mpi/agreed.hpp"
#include "mpi/exchange.hpp"

namespace weft::engine {
namespace {

constexpr int data_tag = 21;
constexpr int answer_tag = 22;

/// What one rank sends to one aggregator in a round, and where it reads the answer of a get.
struct Outgoing {
    int aggregator = 0;
    MessageWriter message;
    std::vector<Sweep::Share> shares;
    std::int64_t bytes = 0;
};

class TwoPhase {
public:
    TwoPhase(const Request& request, const Context& context, const Plan& plan,
             const std::vector<Summary>& ranks, mpi::CommView comm)
        : request_(request),
          context_(context),
          plan_(plan),
          ranks_(ranks),
          comm_(comm),
          mover_(request),
          sweep_(request),
          window_(context.channel, context.cost, rewriting(context), Neighbours::none) {}

    Outcome run() {
        const std::int64_t first = plan_.begin / plan_.window_bytes;
        const std::int64_t last = (plan_.end - 1) / plan_.window_bytes;
        for (std::int64_t round = first / plan_.aggregators; round <= last / plan_.aggregators;
             ++round)
            run_round(round);
        return {mpi::agree(comm_, status_).status(), mover_.all_in_range()};
    }

private:
    [[nodiscard]] bool put() const { return request_.direction == Direction::put; }
    [[nodiscard]] std::int64_t begin_of(std::int64_t window) const {
        return window * plan_.window_bytes;
    }
    [[nodiscard]] bool touches(int rank, std::int64_t window) const {
        const Summary& hull = ranks_[static_cast<std::size_t>(rank)];
        return hull.bytes > 0 && hull.begin < begin_of(window + 1) && hull.end > begin_of(window);
    }

    /// Two-phase keeps windows to itself, so rewriting needs no hint but may be forbidden by one.
    static Choice rewriting(const Context& context) {
        return context.options.sieve_write == Choice::disable ? Choice::disable : Choice::automatic;
    }

    void run_round(std::int64_t round) {
        outgoing_.clear();
        own_shares_.clear();
        mpi::Sends sends;
        for (int aggregator = 0; aggregator < plan_.aggregators; ++aggregator) {
            const std::int64_t window = round * plan_.aggregators + aggregator;
            if (touches(comm_.rank(), window)) collect(aggregator, window);
        }
        for (const Outgoing& out : outgoing_) start_sending(out, sends);
        if (comm_.rank() < plan_.aggregators) serve(round * plan_.aggregators + comm_.rank());
        if (!put()) deliver();
        const PhaseTimer timer(context_.channel.report(), Phase::exchange);
        sends.wait();
        answer_sends_.wait();
    }

    /// This rank's share of a window: kept when the window is its own, else packed into a message.
    void collect(int aggregator, std::int64_t window) {
        const std::vector<Sweep::Share>& shares =
            sweep_.advance(begin_of(window), begin_of(window + 1));
        if (aggregator == comm_.rank()) {
            own_shares_ = shares;
            return;
        }
        Outgoing& out = outgoing_.emplace_back();
        out.aggregator = aggregator;
        out.message.begin();
        for (const Sweep::Share& share : shares) {
            out.message.describe(request_.pieces[share.piece].file, share.from, share.to);
            out.bytes += share.to - share.from;
        }
        if (put()) {
            move_packed(shares, out.message.room(out.bytes).data());
        } else {
            out.message.room(0);
            out.shares = shares;
        }
    }

    /// Between the user's memory and packed bytes in the order of the shares.
    void move_packed(const std::vector<Sweep::Share>& shares, std::byte* packed) {
        const PhaseTimer timer(context_.channel.report(), Phase::convert);
        for (const Sweep::Share& share : shares) {
            mover_.move(share.piece, share.from, share.to,
                        {.data = packed, .origin = share.from, .form = Place::Form::packed});
            packed += share.to - share.from;
        }
    }

    void start_sending(const Outgoing& out, mpi::Sends& sends) {
        Report& report = context_.channel.report();
        ++report.messages;
        report.message_bytes += static_cast<std::int64_t>(out.message.bytes().size());
        sends.start(comm_, out.aggregator, data_tag, out.message.bytes());
    }

    /// The aggregator's part of a round: everybody's bytes into the window, or out of it.
    void serve(std::int64_t window) {
        const std::vector<int> senders = receive_messages(window);
        if (senders.empty() && own_shares_.empty()) return;
        window_.place(begin_of(window), begin_of(window + 1));
        mark_coverage();
        Status loaded = window_.load(request_.direction);
        if (put()) {
            place_all(senders);
            if (loaded.ok()) loaded = window_.store();
        } else {
            answer(senders);
        }
        status_.keep_first(std::move(loaded));
    }

    std::vector<int> receive_messages(std::int64_t window) {
        const PhaseTimer timer(context_.channel.report(), Phase::exchange);
        std::vector<int> senders;
        for (int rank = 0; rank < comm_.size(); ++rank) {
            if (rank != comm_.rank() && touches(rank, window)) senders.push_back(rank);
        }
        if (incoming_.size() < senders.size()) incoming_.resize(senders.size());
        messages_.clear();
        for (std::size_t i = 0; i < senders.size(); ++i) {
            mpi::receive(comm_, senders[i], data_tag, incoming_[i]);
            messages_.push_back(parse_message(incoming_[i]));
        }
        return senders;
    }

    void mark_coverage() {
        for (const Message& message : messages_) {
            for (const Extract& extract : message.extracts)
                mark(extract.nest, extract.from, extract.to);
        }
        for (const Sweep::Share& share : own_shares_)
            mark(request_.pieces[share.piece].file, share.from, share.to);
    }

    void mark(const region::FileShape& shape, std::int64_t from, std::int64_t to) {
        if (put()) {
            window_.coverage().add(shape, from, to);
        } else {
            window_.coverage().add(shape.offset_of(from), shape.offset_of(to - 1) + 1);
        }
    }

    void move_own() {
        const PhaseTimer timer(context_.channel.report(), Phase::convert);
        for (const Sweep::Share& share : own_shares_)
            mover_.move(share.piece, share.from, share.to, window_.image());
    }

    /// In order of rank, so that where ranks overlap, the outcome depends neither on who owns a
    /// window nor on the method.
    void place_all(const std::vector<int>& senders) {
        bool own_is_due = true;
        for (std::size_t i = 0; i < senders.size(); ++i) {
            if (own_is_due && senders[i] > comm_.rank()) {
                move_own();
                own_is_due = false;
            }
            place_message(messages_[i]);
        }
        if (own_is_due) move_own();
    }

    void place_message(const Message& message) {
        const PhaseTimer timer(context_.channel.report(), Phase::exchange);
        const std::byte* packed = message.data.data();
        for (const Extract& extract : message.extracts) {
            place_packed(extract, packed, window_.image());
            packed += extract.to - extract.from;
        }
    }

    void answer(const std::vector<int>& senders) {
        const PhaseTimer timer(context_.channel.report(), Phase::exchange);
        if (answers_.size() < senders.size()) answers_.resize(senders.size());
        for (std::size_t i = 0; i < senders.size(); ++i) {
            std::int64_t bytes = 0;
            for (const Extract& extract : messages_[i].extracts) bytes += extract.to - extract.from;
            answers_[i].resize(static_cast<std::size_t>(bytes));
            std::byte* packed = answers_[i].data();
            for (const Extract& extract : messages_[i].extracts) {
                pack_placed(extract, window_.image(), packed);
                packed += extract.to - extract.from;
            }
            answer_sends_.start(comm_, senders[i], answer_tag, answers_[i]);
        }
    }

    /// Gets: answers and the rank's own window in the order of the windows, which is the order of
    /// each piece's stream, as elements cut by a window's end need it.
    void deliver() {
        bool own_is_due = !own_shares_.empty();
        for (const Outgoing& out : outgoing_) {
            if (own_is_due && out.aggregator > comm_.rank()) {
                move_own();
                own_is_due = false;
            }
            {
                const PhaseTimer timer(context_.channel.report(), Phase::exchange);
                mpi::receive(comm_, out.aggregator, answer_tag, answer_);
            }
            move_packed(out.shares, answer_.data());
        }
        if (own_is_due) move_own();
    }

    const Request& request_;
    const Context& context_;
    const Plan& plan_;
    const std::vector<Summary>& ranks_;
    mpi::CommView comm_;
    Mover mover_;
    Sweep sweep_;
    Window window_;
    Status status_;
    std::vector<Outgoing> outgoing_;
    std::vector<Sweep::Share> own_shares_;
    std::vector<std::vector<std::byte>> incoming_;
    std::vector<Message> messages_;
    std::vector<std::vector<std::byte>> answers_;
    std::vector<std::byte> answer_;
    mpi::Sends answer_sends_;
};

}  // namespace

Outcome run_two_phase(const Request& request, const Context& context, const Plan& plan,
                      const std::vector<Summary>& ranks, mpi::CommView comm) {
    return TwoPhase(request, context, plan, ranks, comm).run();
}

}  // namespace weft::engine
