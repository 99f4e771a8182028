// SPDX-License-Identifier: BSD-3-Clause
// The aggregator's part of an exchange. It moves bytes of nodes into its windows, and windows into
// the file, or the other way round.
//
// An aggregator follows its schedule exactly, so that of bytes that several ranks put, those of the
// last rank stay. It posts receives ahead of the schedule, and they go on while it writes a window;
// sends end in any order. Whatever storage does, it receives or sends every message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "engine/methods/methods.hpp"
#include "engine/twophase/roles.hpp"
#include "engine/twophase/schedule.hpp"
#include "engine/window/window.hpp"
#include "mpi/transfers.hpp"

namespace weft::engine::twophase {

/// The tags of messages between a node and an aggregator. The order of messages says which is
/// which.
inline constexpr int put_tag = 21;
inline constexpr int get_tag = 22;

class Aggregator {
public:
    struct Setup {
        Direction direction = Direction::put;
        const MethodContext& context;
        const Roles& roles;
        mpi::Transfers& transfers;
    };
    Aggregator(const Setup& setup, const Schedule::Subject& subject);

    /// Hands over the room of the next item between this aggregator and its own node. A put has
    /// filled it; a get fills it. It stays until taken() has counted it.
    void offer(std::span<std::byte> room) { offers_.push_back(room); }
    [[nodiscard]] std::int64_t taken() const { return taken_; }

    /// Does what it can do without waiting. Returns false when there was nothing to do.
    bool progress();
    [[nodiscard]] bool finished() const;

    /// The first failure of storage.
    [[nodiscard]] const Status& status() const { return status_; }

private:
    using Item = Schedule::Item;
    /// Bytes on their way from or to another node.
    struct Parcel {
        std::vector<std::byte> bytes;
        mpi::Transfers::Ticket ticket = 0;
    };
    /// The next item to place. Its bytes come in a parcel, or as an offer.
    struct Expected {
        Item item;
        Parcel parcel;
    };

    [[nodiscard]] Report& report() { return setup_.context.channel.report(); }
    [[nodiscard]] bool put() const { return setup_.direction == Direction::put; }
    [[nodiscard]] bool is_own(const Item& item) const { return item.node() == node_; }
    [[nodiscard]] bool may_have_under_way(std::int64_t bytes) const;
    std::vector<std::byte> new_buffer(std::int64_t bytes);

    bool receive_and_place();
    void post_receives();
    bool place_next();
    void place(const Item& item, std::span<const std::byte> packed);

    bool pack_and_send();
    bool redeem_sends();
    bool send_next();
    void pack(const Item& item, std::span<std::byte> packed);

    void begin_window(const Job& job);
    void mark(const Job& job);
    void end_window();

    Setup setup_;
    int node_;
    ExchangeLimits limits_;
    Schedule schedule_;
    Window window_;
    std::optional<WindowSpan> span_;  // while a window is being filled or emptied
    Status status_;
    Status loaded_;                  // of that window
    std::deque<Expected> expected_;  // puts: from the item to be placed next to the last posted
    std::vector<Parcel> sends_;      // gets
    std::int64_t under_way_bytes_ = 0;
    std::vector<std::vector<std::byte>> spare_;  // buffers
    std::deque<std::span<std::byte>> offers_;
    std::int64_t taken_ = 0;
};

}  // namespace weft::engine::twophase
