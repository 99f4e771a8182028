// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/introduction.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mpi/failure.hpp"

namespace weft::engine::twophase {
namespace {

constexpr int description_tag = 30;     // and the next one
constexpr std::int64_t only_batch = 0;  // an introduction is one

/// Stands before each description.
struct Heading {
    std::int32_t node = 0;
    std::int32_t place = 0;  // of the rank among those of the node
    std::int64_t bytes = 0;
};

/// An aggregator that does not understand what it is told cannot go on.
[[noreturn]] void fail(const Status& why) {
    throw mpi::Failure(why);
}

/// Reads the description behind a heading.
Described read_described(std::span<const std::byte> bytes, std::int64_t base) {
    Result<Described> described = Described::read(bytes, base);
    if (!described.ok()) fail(described.status());
    return std::move(described).value();
}

}  // namespace

Introduction::Introduction(const Setup& setup)
    : setup_(setup),
      rows_(setup.node_buffer.turn_rows()),
      exchange_(setup.comm, description_tag, [this](int from, const std::vector<std::byte>& bytes) {
          std::vector<std::byte>& all = heard_[from];
          all.insert(all.end(), bytes.begin(), bytes.end());
      }) {
    for (int domain = 0; domain < setup.domains.count(); ++domain)
        leads_ = leads_ || setup.roles.leads(domain);
}

std::optional<OthersRequests> Introduction::run() {
    const PhaseTimer timer(setup_.report, Phase::exchange);
    if (!publish()) return std::nullopt;
    bool is_first = true;
    const std::vector<std::int64_t> bytes =
        setup_.node_buffer.add_up(rows_, only_batch, setup_.domains.count(), begins_);
    for (const Step& step : steps_of(bytes, setup_.limits)) {
        if (!std::exchange(is_first, false)) {
            exchange_.wait_for(std::exchange(under_way_[half_], {}));
            if (!meet()) return std::nullopt;
        }
        fill(step);
        if (!meet()) return std::nullopt;
        tell(step);
        half_ ^= 1U;
    }
    told_ = {};
    exchange_.finish();
    return understand();
}

/// Aggregators go on receiving, because those who are awaited may wait for that; and long messages
/// need this end, too, to go on.
bool Introduction::meet() {
    return setup_.node_buffer.meet(setup_.comm, [this] {
        const bool has_work = leads_ || !under_way_[0].empty() || !under_way_[1].empty();
        if (has_work) exchange_.receive();
        return has_work;
    });
}

/// Publishes how much this rank has to tell each aggregator whose domain its shapes may reach.
/// Returns false if a rank has died.
bool Introduction::publish() {
    const std::span<std::int64_t> row = own_row();
    std::ranges::fill(row, 0);
    std::int64_t begin = setup_.domains.end();
    std::int64_t end = setup_.domains.begin();
    for (const RequestShape& item : setup_.list) {
        begin = std::min(begin, item.shape->base());
        end = std::max(end, item.shape->end());
    }
    begin = std::max(begin, setup_.domains.begin());
    end = std::min(end, setup_.domains.end());
    if (begin < end) {
        setup_.domains.for_each_within_reach(begin, end, [&](int domain) {
            const Description description = describe(setup_.list, setup_.domains, domain);
            if (!description.empty())
                row[static_cast<std::size_t>(domain)] =
                    std::ssize(description.bytes()) + std::int64_t{sizeof(Heading)};
        });
    }
    return meet();
}

/// Describes again what publish() has measured. Descriptions for many aggregators would take as
/// much memory each, so only the last one is kept. Steps take domain after domain, so each is
/// described once more, and not once for each fragment.
const std::vector<std::byte>& Introduction::told(int domain) {
    if (told_.domain == domain) return told_.bytes;
    const Description description = describe(setup_.list, setup_.domains, domain);
    const auto [node, place] = setup_.nodes.here();
    const Heading heading{node, place, std::ssize(description.bytes())};
    told_ = {domain, std::vector<std::byte>(sizeof heading + description.bytes().size())};
    std::memcpy(told_.bytes.data(), &heading, sizeof heading);
    std::ranges::copy(description.bytes(), told_.bytes.begin() + sizeof heading);
    return told_.bytes;
}

/// This rank's row, indexed by domain.
std::span<std::int64_t> Introduction::own_row() {
    const std::span<std::int64_t> row = setup_.node_buffer.row(rows_, setup_.node_buffer.member());
    row.front() = only_batch;
    return row.subspan(1, static_cast<std::size_t>(setup_.domains.count()));
}

/// This rank's bytes of a step, into the node buffer.
void Introduction::fill(const Step& step) {
    const std::span<const std::int64_t> mine = own_row();
    for (const Fragment& fragment : step) {
        const auto domain = static_cast<std::size_t>(fragment.domain);
        const std::int64_t begin = begins_[domain];
        const std::int64_t from = std::max(fragment.from, begin);
        const std::int64_t to = std::min(fragment.to, begin + mine[domain]);
        if (from >= to) continue;
        std::byte* const room = setup_.node_buffer.room(half_) + fragment.place;
        std::memcpy(room + (from - fragment.from), told(fragment.domain).data() + (from - begin),
                    static_cast<std::size_t>(to - from));
    }
}

/// Sends what this rank has to say for its node.
void Introduction::tell(const Step& step) {
    for (const Fragment& fragment : step) {
        if (!setup_.roles.is_delegate_for(fragment.domain)) continue;
        const std::span<const std::byte> bytes(
            setup_.node_buffer.room(half_) + fragment.place,
            static_cast<std::size_t>(fragment.to - fragment.from));
        const int aggregator = setup_.roles.aggregator(fragment.domain);
        if (aggregator == setup_.comm.rank()) {
            heard_[aggregator].insert(heard_[aggregator].end(), bytes.begin(), bytes.end());
            continue;
        }
        ++setup_.report.messages;
        setup_.report.message_bytes += std::ssize(bytes);
        under_way_[half_].push_back(exchange_.send(aggregator, bytes));
    }
}

OthersRequests Introduction::understand() const {
    OthersRequests others{setup_.domains.begin(), {}};
    for (const auto& [from, bytes] : heard_) {
        std::span<const std::byte> rest = bytes;
        while (!rest.empty()) {
            Heading heading;
            if (rest.size() < sizeof heading) fail({Code::einval, "a description is cut off"});
            std::memcpy(&heading, rest.data(), sizeof heading);
            rest = rest.subspan(sizeof heading);
            if (heading.bytes < 0 || std::cmp_greater(heading.bytes, rest.size()))
                fail({Code::einval, "a description is cut off"});
            const auto length = static_cast<std::size_t>(heading.bytes);
            others.members.push_back({heading.node, heading.place, from,
                                      read_described(rest.first(length), setup_.domains.begin())});
            rest = rest.subspan(length);
        }
    }
    std::ranges::sort(others.members, {}, [](const OthersRequests::Member& member) {
        return std::pair(member.node, member.place);
    });
    return others;
}

}  // namespace weft::engine::twophase
