// SPDX-License-Identifier: BSD-3-Clause
// The exchange between nodes, run through every interleaving of its ranks' steps.
//
// A step of a rank begins where it has waited and goes on to where it may have to wait again. That
// loses nothing: what a rank waits for (others at a meeting, the end of a message) stays so once it
// is so, hence it may as well look later, right before it touches memory; what others wait for (it
// comes to a meeting, starts a message) hinders nobody, hence it may as well come earlier, right
// behind that. In between it touches only what no other rank may touch at that time; and where that
// is wrong, one order of the two steps brings bytes, rows or messages that a claim finds wrong.
//
// A client by itself on its node goes before all others, and then goes on as an aggregator: nobody
// else touches its node buffer, its messages hinder nobody, and nothing that others do keeps it
// from going on. So each of its steps can be brought forward in any interleaving, past the steps of
// the others, without a change to what comes of it.
#pragma once

#include <fmt/format.h>
#include <xxhash.h>

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/twophase/test_exchange_client.hpp"
#include "engine/twophase/test_exchange_introduction.hpp"

namespace weft::engine::twophase::exchange_model {

class Model {
public:
    explicit Model(const Case& what)
        : what_(what),
          client_(what_, claims_),
          introduction_(what_, claims_),
          aggregator_(what_, claims_) {}
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// Runs through all states. Returns what is wrong and how that came about, or nothing.
    std::string run() {
        visit({});
        while (!path_.empty()) {
            Visit& visit = path_.back();
            if (visit.next == visit.end) {
                if (!visit.moved) claim_end(visit.state);
                if (claims_.wrong() != nullptr) return story();
                path_.pop_back();
                continue;
            }
            const int move = visit.next++;
            State after = visit.state;
            if (!step(after, move / moves, move % moves)) continue;
            visit.moved = true;
            if (claims_.wrong() != nullptr) return story();
            this->visit(after);
        }
        return {};
    }
    [[nodiscard]] std::size_t states() const { return seen_.size(); }

private:
    /// The number of moves of a rank: to go on, to go on as an aggregator, or to hear one of the
    /// nodes.
    static constexpr int moves = 2 + most_nodes;

    struct Visit {
        State state{};
        int next = 0;  // move of a rank
        int end = ranks * moves;
        bool moved = false;
    };

    void visit(const State& state) {
        if (!is_new(state)) return;
        const std::optional<int> first = goes_first(state);
        path_.push_back({state, first.value_or(0), first ? *first + 1 : ranks * moves});
    }

    /// The move to which others may be no alternative.
    [[nodiscard]] std::optional<int> goes_first(const State& state) {
        for (int rank = 0; rank < ranks; ++rank) {
            const Place place = state.rank[at(rank)].place;
            if (place < know_batch || place == ended || what_.members(what_.node(rank)) > 1)
                continue;
            for (const int move : {0, 1}) {
                State after = state;
                if (step(after, rank, move)) return rank * moves + move;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool step(State& state, int rank, int move) {
        Rank& me = state.rank[at(rank)];
        if (me.place == ended) return false;
        if (me.place == begin_file) return move == 0 && begin(state, rank);
        if (Introduction::is_at(me)) {
            if (move == 1) return false;
            if (move > 1) return introduction_.hear(state, rank, move - 2);
            const bool is_last = me.place == barrier;
            if (!introduction_.step(state, rank)) return false;
            if (is_last) {
                introduction_.understand(state, rank);
                client_.begin(me, rank);
            }
            return true;
        }
        if (move == 0) return client_.step(state, rank);
        return move == 1 && works(me) && aggregator_.step(state, rank);
    }

    [[nodiscard]] bool begin(State& state, int rank) const {
        if (what_.introduces) {
            introduction_.begin(state, rank);
        } else {
            client_.begin(state.rank[at(rank)], rank);
        }
        return true;
    }

    [[nodiscard]] bool works(const Rank& me) const {
        return me.place >= settle_for_batch || what_.fault != Fault::idle_in_meetings;
    }

    /// Checks what must hold in a state in which nobody moves any more.
    void claim_end(State& state) {
        for (const Rank& rank : state.rank)
            claims_.that(rank.place == ended, "a rank waits for ever");
        for (const Node& node : state.node)
            claims_.that(node.rooms == Node{}.rooms, "bytes are left in a node buffer");
        for (const Small mark : state.marks)
            claims_.that(mark == 0 || mark == both, "a message is left under way");
        for (int file = 0; file < files; ++file) {
            for (int domain = 0; domain < what_.domains; ++domain) {
                for (int i = 0; what_.item(file, domain, i); ++i)
                    claim_moved(state, *what_.item(file, domain, i));
            }
        }
    }
    void claim_moved(State& state, const Case::Item& item) {
        const bool is_own =
            what_.node(what_.aggregator(item.matter.file, item.matter.domain)) == item.node;
        claims_.that(is_own || Medium::marks(state, item.matter, item.node) == both,
                     "a message has not been exchanged");
    }

    /// Whether a state is new. Only a digest of 128 bits is kept of each state; a collision would
    /// take billions of billions of states.
    bool is_new(const State& state) {
        const XXH128_hash_t digest = XXH3_128bits(&state, sizeof state);
        return seen_.insert({digest.high64, digest.low64}).second;
    }
    using Digest = std::pair<std::uint64_t, std::uint64_t>;
    struct Low {
        std::size_t operator()(const Digest& digest) const { return digest.second; }
    };

    /// The ranks' moves up to what is wrong.
    [[nodiscard]] std::string story() const {
        std::string all = claims_.wrong();
        for (const Visit& visit : path_) {
            const int move = visit.next - 1;
            const int rank = move / moves;
            all += fmt::format("\n  rank {} at place {}: move {}", rank,
                               visit.state.rank[at(rank)].place, move % moves);
        }
        return all;
    }

    Case what_;
    Claims claims_;
    Client client_;
    Introduction introduction_;
    Aggregator aggregator_;
    std::vector<Visit> path_;
    std::unordered_set<Digest, Low> seen_;
};

}  // namespace weft::engine::twophase::exchange_model
