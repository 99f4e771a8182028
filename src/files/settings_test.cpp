// SPDX-License-Identifier: BSD-3-Clause
#include "files/settings.hpp"

#include <gtest/gtest.h>

#include "engine/plan/method_entry.hpp"

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

TEST(FileSettings, StripesOfNewFilesAreThoseThatAreAskedFor) {
    const storage::StripingWish usual = settings_of({}).striping;
    EXPECT_FALSE(usual.inherits);
    EXPECT_EQ(usual.stripes, 0);
    EXPECT_EQ(usual.stripe_bytes, 0);
    EXPECT_EQ(usual.stripes_per_target, 1);
    EXPECT_EQ(usual.first_target, -1);
    const storage::StripingWish asked = settings_of({{"file_striping", "inherit"},
                                                     {"striping_factor", "5"},
                                                     {"striping_unit", "65536"},
                                                     {"overstriping_ratio", "2"},
                                                     {"start_iodevice", "0"}})
                                            .striping;
    EXPECT_TRUE(asked.inherits);
    EXPECT_EQ(asked.stripes, 5);
    EXPECT_EQ(asked.stripe_bytes, 65536);
    EXPECT_EQ(asked.stripes_per_target, 2);
    EXPECT_EQ(asked.first_target, 0);
    for (const char* value : {"", "x", "-2", "1.5", "inherited"}) {
        const storage::StripingWish wish = settings_of({{"file_striping", value},
                                                        {"overstriping_ratio", value},
                                                        {"start_iodevice", value}})
                                               .striping;
        EXPECT_FALSE(wish.inherits) << value;
        EXPECT_EQ(wish.stripes_per_target, 1) << value;
        EXPECT_EQ(wish.first_target, -1) << value;
    }
}

TEST(FileSettings, WhatAFileIsLikePrecedesWhatHintsSayOfIt) {
    Settings settings = settings_of({{"striping_factor", "5"}, {"striping_unit", "65536"}});
    settings.learn_striping({});
    EXPECT_EQ(settings.engine.stripes, 5);
    EXPECT_FALSE(settings.engine.is_striped);
    settings.learn_striping(
        {.stripe_bytes = 1 << 20, .stripes = 6, .targets = 2, .first_target = 3});
    settings.learn_block(4096);
    EXPECT_EQ(settings.engine.stripes, 6);
    EXPECT_EQ(settings.engine.stripe_bytes, 1 << 20);
    EXPECT_TRUE(settings.engine.is_striped);
    EXPECT_EQ(settings.engine.stripes_behind, 5) << "other files are as the hint says";
    Hints echoed;
    echo(settings, echoed);
    EXPECT_EQ(echoed.at("striping_factor"), "6");
    EXPECT_EQ(echoed.at("overstriping_ratio"), "3");
    EXPECT_EQ(echoed.at("start_iodevice"), "3");
    EXPECT_EQ(echoed.at("lustre_num_osts"), "2");
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
    for (const engine::MethodEntry* const entry : engine::method_table()) {
        const engine::Method method = settings_of({{"weft_method", entry->name}}).engine.method;
        EXPECT_EQ(engine::entry_of(method), entry);
    }
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
