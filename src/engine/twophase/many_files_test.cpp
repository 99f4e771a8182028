// SPDX-License-Identifier: BSD-3-Clause
// A call of 4,096 ranks on 64 nodes to 156 files, as paper 4 had storage targets: the aggregators
// have about the same to do. Of very small files each is one window, which is not divided.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/twophase/file_domains.hpp"
#include "engine/twophase/roles.hpp"
#include "mpi/node_map.hpp"

namespace weft::engine::twophase {
namespace {

constexpr int ranks_of_set = 4096;
constexpr int nodes_of_set = 64;
constexpr std::int64_t part_files = 156;
constexpr std::int64_t window_of_set = 16 << 20;
constexpr std::int64_t data_begin = 1024;

/// Adds the bytes that each aggregator moves if all files are written from beginning to end.
void add_loads(std::int64_t file_bytes, std::map<int, std::int64_t>& loads) {
    const mpi::NodeMap map = mpi::nodes_in_blocks(ranks_of_set, nodes_of_set, 0);
    for (std::int64_t file = 1; file <= part_files; ++file) {
        const FileDomains::Shape shape{.begin = data_begin,
                                       .end = data_begin + file_bytes,
                                       .window_bytes = window_of_set,
                                       .aggregators = nodes_of_set};
        const FileDomains domains(shape);
        Roles roles(map, 0, nodes_of_set);
        ASSERT_EQ(roles.aggregator_count(), nodes_of_set);
        roles.begin_with(file * domains.slices());
        std::int64_t offset = domains.begin();
        while (offset < domains.end()) {
            const FileDomains::Window next = domains.at(offset);
            loads[roles.aggregator(next.domain)] += next.end - offset;
            offset = next.end;
        }
    }
}

TEST(ManyFiles, GiveAllAggregatorsTheSame) {
    for (const std::int64_t mebibytes : {1L, 16L, 80L, 83L, 97L, 500L, 1024L, 5000L}) {
        std::map<int, std::int64_t> load;
        add_loads(mebibytes << 20, load);
        std::int64_t sum = 0;
        for (const auto& [rank, bytes] : load) sum += bytes;
        EXPECT_EQ(sum, part_files * (mebibytes << 20));
        const auto most = std::ranges::max_element(load, {}, [](auto& of) { return of.second; });
        const auto least = std::ranges::min_element(load, {}, [](auto& of) { return of.second; });
        const double mean = static_cast<double>(sum) / nodes_of_set;
        const bool is_small = (mebibytes << 20) < 5 * window_of_set;
        EXPECT_EQ(load.size(), nodes_of_set);
        EXPECT_LT(static_cast<double>(most->second) / mean, is_small ? 1.25 : 1.1) << mebibytes;
        EXPECT_GT(static_cast<double>(least->second) / mean, is_small ? 0.8 : 0.9) << mebibytes;
    }
}

}  // namespace
}  // namespace weft::engine::twophase
