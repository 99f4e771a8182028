// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/all_chunks.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weft::hdf5 {

Status visit_chunks(const chunks::Grid& grid, StoredVariable* variable,
                    const std::function<Status(const FoundChunk&)>& use) {
    constexpr std::int64_t at_a_time = 4096;  // so that libhdf5 is asked for many in one call
    const std::size_t rank = grid.rank();
    for (std::int64_t first = 0; first < grid.chunk_count(); first += at_a_time) {
        const auto count =
            static_cast<std::size_t>(std::min(at_a_time, grid.chunk_count() - first));
        std::vector<std::int64_t> places(count * rank);
        const auto place_of = [&](std::size_t i) {
            return std::span(places).subspan(i * rank, rank);
        };
        for (std::size_t i = 0; i < count; ++i)
            grid.place_of(first + static_cast<std::int64_t>(i), place_of(i));
        std::vector<StoredChunk> found(count);
        if (variable != nullptr) {
            Text why;
            const Status status = why.status(variable->find(places, found, why));
            if (!status.ok()) return status;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Status used = use({first + static_cast<std::int64_t>(i), place_of(i), found[i]});
            if (!used.ok()) return used;
        }
    }
    return {};
}

}  // namespace weft::hdf5
