// SPDX-License-Identifier: BSD-3-Clause
#include "files/settings.hpp"

#include <gtest/gtest.h>

#include "engine/plan/method_table.hpp"

namespace weft::files {
namespace {

using mpi::Hints;

TEST(FileSettings, NumbersDownToOneAreInForce) {
    const engine::Options options = settings_of({{"cb_buffer_size", "1"},
                                                 {"ind_rd_buffer_size", "2"},
                                                 {"ind_wr_buffer_size", "3"},
                                                 {"cb_nodes", "5"},
                                                 {"striping_unit", "6"},
                                                 {"striping_factor", "7"},
                                                 {"weft_pretended_nodes", "8"}})
                                        .engine;
    EXPECT_EQ(options.window_bytes, 1);
    EXPECT_EQ(options.sieve_read_bytes, 2);
    EXPECT_EQ(options.sieve_write_bytes, 3);
    EXPECT_EQ(options.aggregators, 5);
    EXPECT_EQ(options.stripe_bytes, 6);
    EXPECT_EQ(options.stripes, 7);
    EXPECT_EQ(options.pretended_nodes, 8);
}

TEST(FileSettings, ValuesThatMakeNoSenseAreIgnored) {
    const engine::Options defaults;
    for (const char* value : {"", "x", "-1", "0", "1k", " 1", "1.5", "99999999999999999999"}) {
        const engine::Options options =
            settings_of(
                {{"cb_buffer_size", value}, {"weft_method", value}, {"romio_cb_write", value}})
                .engine;
        EXPECT_EQ(options.window_bytes, defaults.window_bytes) << value;
        EXPECT_EQ(options.method, engine::Method::automatic) << value;
        EXPECT_EQ(options.collective_write, engine::Choice::automatic) << value;
    }
}

TEST(FileSettings, MemoryThatTheyAskForIsBounded) {
    const engine::Options options = settings_of({{"cb_buffer_size", "9000000000000000000"},
                                                 {"cb_nodes", "9000000000000000000"}})
                                        .engine;
    EXPECT_LE(options.window_bytes, 1 << 30);
    EXPECT_GT(options.aggregators, 0);
}

TEST(FileSettings, CoherenceIsOneOfThreeWords) {
    for (const char* said : {"automatic", "unknown", "coherent?"})
        EXPECT_FALSE(settings_of({{"weft_coherence", said}}).coherence) << said;
    EXPECT_EQ(settings_of({{"weft_coherence", "weak"}}).coherence, storage::Coherence::weak);
}

TEST(FileSettings, ReportsAreWrittenOnlyWhenAskedFor) {
    EXPECT_FALSE(settings_of({}).reports.is_any());
    EXPECT_FALSE(settings_of({{"weft_report", ""}}).reports.is_any());
    EXPECT_EQ(settings_of({{"weft_report", "a b.json"}}).reports.report, "a b.json");
    const Settings traced = settings_of({{"weft_trace", "t.json"}});
    EXPECT_TRUE(traced.reports.is_any());
    EXPECT_EQ(traced.reports.trace, "t.json");
    EXPECT_EQ(traced.reports.report, "");
}

TEST(FileSettings, BothNamesOfACollectiveHintWork) {
    for (const char* key : {"cb_write", "romio_cb_write"}) {
        EXPECT_EQ(settings_of({{key, "disable"}}).engine.collective_write, engine::Choice::disable)
            << key;
    }
    for (const char* key : {"ds_read", "romio_ds_read"}) {
        EXPECT_EQ(settings_of({{key, "enable"}}).engine.sieve_read, engine::Choice::enable) << key;
    }
}

TEST(FileSettings, EveryMethodCanBeForced) {
    for (const engine::MethodEntry& entry : engine::method_table())
        EXPECT_EQ(settings_of({{"weft_method", entry.name}}).engine.method, entry.method);
}

TEST(Settings, NamesOfFilesAreLookedForInTheFolderOfWeftRemote) {
    EXPECT_EQ(settings_of({}).name_of("/a/b.nc"), "/a/b.nc");
    const Settings far = settings_of({{"weft_remote", "weft://site.org/scratch"}});
    EXPECT_EQ(far.name_of("run.nc"), "weft://site.org/scratch/run.nc");
    EXPECT_EQ(far.name_of("/a/b.nc"), "weft://site.org/scratch/a/b.nc");
    EXPECT_EQ(far.name_of("ssh://else.org/b.nc"), "ssh://else.org/b.nc");
}

}  // namespace
}  // namespace weft::files
