// SPDX-License-Identifier: BSD-3-Clause
// The aggregator (aggregator.hpp) of the exchange's model. Its windows and its parcels are its own,
// so what it does with them is no step.
#pragma once

#include "engine/twophase/test_exchange_medium.hpp"

namespace weft::engine::twophase::exchange_model {

class Aggregator {
public:
    Aggregator(const Case& what, Claims& claims)
        : what_(what), claims_(claims), medium_(what, claims) {}

    /// Offers room in the node buffer for the next item that is between a rank and itself.
    void offer(Rank& me, const Medium::Spot& spot) const {
        Offers& offers = me.offers;
        claims_.that(offers.count < halves, "more is offered than there are halves");
        if (offers.count == halves) return;
        offers.half[offers.count] = static_cast<Small>(spot.half);
        offers.place[offers.count] = static_cast<Small>(spot.place);
        ++offers.count;
    }

    /// Deals with one item, if it can, and posts what it may. Returns false if there is nothing to
    /// do.
    [[nodiscard]] bool step(State& state, int rank) const {
        const std::optional<int> domain = what_.led_by(state.rank[at(rank)].file, rank);
        if (!domain) return false;
        if (!what_.put()) return send_next(state, rank, *domain);
        const bool placed = place_next(state, rank, *domain);
        return post_receives(state, rank, *domain) || placed;
    }

    [[nodiscard]] bool is_finished(State& state, int rank) const {
        const Rank& me = state.rank[at(rank)];
        const std::optional<int> domain = what_.led_by(me.file, rank);
        return !domain || (!what_.item(me.file, *domain, me.dealt) &&
                           (what_.put() || sends_under_way(state, rank, *domain) == 0));
    }

private:
    [[nodiscard]] bool is_own(const Case::Item& item, int rank) const {
        return item.node == what_.node(rank);
    }
    [[nodiscard]] int delegate(const Case::Item& item) const {
        return what_.delegate(item.matter.file, item.matter.domain, item.node);
    }
    [[nodiscard]] bool may_have_under_way(int items) const {
        return items == 0 || items < what_.ahead;
    }

    [[nodiscard]] bool post_receives(State& state, int rank, int domain) const {
        Rank& me = state.rank[at(rank)];
        bool has_posted = false;
        while (may_have_under_way(me.posted - me.dealt)) {
            const std::optional<Case::Item> item = what_.item(me.file, domain, me.posted);
            if (!item) break;
            if (!is_own(*item, rank))
                medium_.post_receive(state, {delegate(*item), rank}, item->matter, item->node);
            ++me.posted;
            has_posted = true;
        }
        return has_posted;
    }

    [[nodiscard]] bool place_next(State& state, int rank, int domain) const {
        Rank& me = state.rank[at(rank)];
        if (me.dealt == me.posted) return false;
        const std::optional<Case::Item> item = what_.item(me.file, domain, me.dealt);
        if (is_own(*item, rank)) {
            if (me.offers.count == 0) return false;
            medium_.take(state, take_offer(me, item->node), item->matter);
        } else if (!medium_.has_ended(state, item->matter, item->node)) {
            return false;
        }
        ++me.dealt;
        return true;
    }

    [[nodiscard]] bool send_next(State& state, int rank, int domain) const {
        Rank& me = state.rank[at(rank)];
        const std::optional<Case::Item> item = what_.item(me.file, domain, me.dealt);
        if (!item) return false;
        if (is_own(*item, rank)) {
            if (me.offers.count == 0) return false;
            medium_.bring(state, take_offer(me, item->node), item->matter);
        } else {
            if (!may_have_under_way(sends_under_way(state, rank, domain))) return false;
            medium_.send(state, {rank, delegate(*item)}, item->matter, item->node);
        }
        ++me.dealt;
        return true;
    }

    [[nodiscard]] int sends_under_way(State& state, int rank, int domain) const {
        if (what_.sends == Sends::eager) return 0;
        const Rank& me = state.rank[at(rank)];
        int count = 0;
        for (int i = 0; i < me.dealt; ++i) {
            const std::optional<Case::Item> item = what_.item(me.file, domain, i);
            if (!is_own(*item, rank) && !medium_.has_ended(state, item->matter, item->node))
                ++count;
        }
        return count;
    }

    static Medium::Spot take_offer(Rank& me, int node) {
        Offers& offers = me.offers;
        const Medium::Spot spot{node, offers.half[0], offers.place[0]};
        offers = {static_cast<Small>(offers.count - 1), {offers.half[1]}, {offers.place[1]}};
        return spot;
    }

    const Case& what_;
    Claims& claims_;
    Medium medium_;
};

}  // namespace weft::engine::twophase::exchange_model
