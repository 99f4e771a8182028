// SPDX-License-Identifier: BSD-3-Clause
// What the model of the exchange is about: which ranks are on which nodes, who leads what, who has
// bytes where, and what follows from that for both ends of every message (roles.hpp, steps.hpp,
// schedule.hpp, in small).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace weft::engine::twophase::exchange_model {

inline constexpr int ranks = 4;
inline constexpr int most_nodes = 3;
inline constexpr int most_members = 2;  // of a node
inline constexpr int most_domains = 4;
inline constexpr int files = 2;
inline constexpr int batches = 2;
inline constexpr int introduction = batches;  // stands for a batch where descriptions are meant

enum class Direction { put, get };
/// When a send ends: at once, or only when it is received.
enum class Sends { eager, rendezvous };

/// The rule that the protocol breaks, to see that the model would notice.
enum class Fault {
    none,
    late_settling,        // rule 2: behind the meeting that opens a half
    rows_in_one_half,     // rule 1
    no_meeting_filled,    // rule 3, of puts
    no_meeting_received,  // rule 3, of gets
    idle_in_meetings,     // aggregators
    another_order,        // some aggregators deal with one node after the other, the last one first
    deaf_in_meetings,     // aggregators do not hear descriptions there
    one_sparse_tag,       // for all sparse exchanges
    no_barrier,           // at the end of sparse exchanges
};

/// The identity of the bytes in a message, or in a place of a node buffer.
struct Matter {
    int file = 0;
    int batch = 0;
    int domain = 0;

    /// A number of the matter that is not 0.
    [[nodiscard]] std::uint8_t number() const {
        return static_cast<std::uint8_t>(1 + (file * (batches + 1) + batch) * most_domains +
                                         domain);
    }
};

struct Case {
    Direction direction = Direction::put;
    Sends sends = Sends::eager;
    std::array<int, ranks> node_of = {0, 0, 1, 2};
    std::array<int, most_domains> aggregators = {0, 2, 3, 1};  // in the first file, by domain
    int domains = 2;
    int fragments = 1;  // in a step
    int ahead = 1;      // items that an aggregator has under way
    bool introduces = false;
    std::uint64_t lacks = 0;  // bit by file, batch, domain and rank, see has()
    Fault fault = Fault::none;

    [[nodiscard]] bool put() const { return direction == Direction::put; }

    [[nodiscard]] int members(int node) const {
        int count = 0;
        for (const int other : node_of) count += other == node ? 1 : 0;
        return count;
    }
    [[nodiscard]] int member(int rank) const {
        int before = 0;
        for (int r = 0; r < rank; ++r) before += node(r) == node(rank) ? 1 : 0;
        return before;
    }
    [[nodiscard]] int node(int rank) const { return node_of[static_cast<std::size_t>(rank)]; }

    /// The rank that leads a domain; each file begins with another one.
    [[nodiscard]] int aggregator(int file, int domain) const {
        return aggregators[static_cast<std::size_t>((domain + file) % domains)];
    }
    [[nodiscard]] std::optional<int> led_by(int file, int rank) const {
        for (int domain = 0; domain < domains; ++domain) {
            if (aggregator(file, domain) == rank) return domain;
        }
        return std::nullopt;
    }
    [[nodiscard]] int delegate(int file, int domain, int node) const {
        if (this->node(aggregator(file, domain)) == node) return aggregator(file, domain);
        for (int rank = 0; rank < ranks; ++rank) {
            if (this->node(rank) == node && member(rank) == domain % members(node)) return rank;
        }
        return -1;  // there is no such node
    }

    /// The rank has bytes there, or a description if there is a batch for it to describe.
    [[nodiscard]] bool has(const Matter& matter, int rank) const {
        if (matter.batch == introduction) {
            for (int batch = 0; batch < batches; ++batch) {
                if (has({matter.file, batch, matter.domain}, rank)) return true;
            }
            return false;
        }
        const int bit =
            ((matter.file * batches + matter.batch) * most_domains + matter.domain) * ranks + rank;
        return matter.domain < domains && (lacks >> bit & 1U) == 0;
    }
    [[nodiscard]] bool node_has(const Matter& matter, int node) const {
        for (int rank = 0; rank < ranks; ++rank) {
            if (this->node(rank) == node && has(matter, rank)) return true;
        }
        return false;
    }
    /// The first batch from there on in which the rank has bytes; `batches` when there is none.
    [[nodiscard]] int next_batch(int file, int from, int rank) const {
        for (; from < batches; ++from) {
            for (int domain = 0; domain < domains; ++domain) {
                if (has({file, from, domain}, rank)) return from;
            }
        }
        return batches;
    }

    /// The fragment in that place of a node's step.
    [[nodiscard]] std::optional<Matter> fragment(int file, int batch, int node, int step,
                                                 int place) const {
        int index = step * fragments + place;
        if (place >= fragments) return std::nullopt;
        for (int domain = 0; domain < domains; ++domain) {
            const Matter matter{file, batch, domain};
            if (node_has(matter, node) && index-- == 0) return matter;
        }
        return std::nullopt;
    }

    struct Item {
        Matter matter;
        int node = 0;
    };
    /// The item with this index, in the order in which the aggregator of a domain deals with them;
    /// empty behind the last one.
    [[nodiscard]] std::optional<Item> item(int file, int domain, int index) const {
        for (int i = 0; i < batches * most_nodes; ++i) {
            const bool by_node = fault == Fault::another_order && domain >= 2;
            const int node = by_node ? most_nodes - 1 - i / batches : i % most_nodes;
            const Matter matter{file, by_node ? i % batches : i / most_nodes, domain};
            if (node_has(matter, node) && index-- == 0) return Item{matter, node};
        }
        return std::nullopt;
    }
};

}  // namespace weft::engine::twophase::exchange_model
