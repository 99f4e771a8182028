// SPDX-License-Identifier: BSD-3-Clause
// How aggregators learn which requests have bytes in their domains, once for each pattern of
// access. The ranks of a node collect in the node buffer what they tell an aggregator, in steps as
// in client.hpp, and one of them sends it. Nobody knows beforehand from which nodes an aggregator
// will hear (mpi/sparse_exchange.hpp), so that no rank needs to know of all the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/trace/report.hpp"
#include "engine/twophase/file_domains.hpp"
#include "engine/twophase/limits.hpp"
#include "engine/twophase/node_buffer.hpp"
#include "engine/twophase/others_requests.hpp"
#include "engine/twophase/roles.hpp"
#include "engine/twophase/steps.hpp"
#include "mpi/sparse_exchange.hpp"

namespace weft::engine::twophase {

class Introduction {
public:
    struct Setup {
        const std::vector<RequestShape>& list;  // this rank's
        const FileDomains& domains;
        const Roles& roles;
        const mpi::NodeMap& nodes;
        NodeBuffer& node_buffer;
        mpi::CommView comm = {};  // of all ranks
        ExchangeLimits limits;
        Report& report;
    };
    explicit Introduction(const Setup& setup);

    /// Collective. Returns what this rank, as an aggregator, needs to know of others; nothing when
    /// a rank has died.
    std::optional<OthersRequests> run();

private:
    using Tickets = std::vector<mpi::SparseExchange::Ticket>;

    [[nodiscard]] bool meet();
    [[nodiscard]] bool publish();
    [[nodiscard]] std::span<std::int64_t> own_row();
    [[nodiscard]] const std::vector<std::byte>& told(int domain);
    void fill(const Step& step);
    void tell(const Step& step);
    [[nodiscard]] OthersRequests understand() const;

    Setup setup_;
    bool leads_ = false;
    struct Told {
        int domain = -1;
        std::vector<std::byte> bytes;
    };
    Told told_;                                    // what was asked for last
    std::map<int, std::vector<std::byte>> heard_;  // from each rank
    std::vector<std::int64_t> begins_;  // by domain: where this rank's bytes begin in its node's
    std::uint32_t rows_;
    std::uint32_t half_ = 0;
    std::array<Tickets, 2> under_way_;  // by half
    mpi::SparseExchange exchange_;
};

}  // namespace weft::engine::twophase
