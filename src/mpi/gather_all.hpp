// SPDX-License-Identifier: BSD-3-Clause
// Lists of all ranks, on every rank.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// Collective. A list of each rank, of any length, in the order of ranks.
template <class Value>
std::vector<std::vector<Value>> gather_all(mpi::CommView comm, std::vector<Value> mine) {
    static_assert(std::is_trivially_copyable_v<Value>);
    if (comm.size() == 1) return {std::move(mine)};
    const std::int64_t own = std::ssize(mine);
    const auto counts = comm.all_gather(std::as_bytes(std::span(&own, 1)));
    std::vector<std::int64_t> count(static_cast<std::size_t>(comm.size()));
    std::memcpy(count.data(), counts.data(), counts.size());
    std::vector<std::vector<Value>> all(count.size());
    const auto most = static_cast<std::size_t>(*std::ranges::max_element(count));
    if (most == 0) return all;
    mine.resize(most);
    const auto bytes = comm.all_gather(std::as_bytes(std::span(mine)));
    for (std::size_t rank = 0; rank < count.size(); ++rank) {
        all[rank].resize(static_cast<std::size_t>(count[rank]));
        if (!all[rank].empty())
            std::memcpy(all[rank].data(), bytes.data() + rank * most * sizeof(Value),
                        all[rank].size() * sizeof(Value));
    }
    return all;
}

}  // namespace weft::mpi
