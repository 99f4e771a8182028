// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/hints.hpp"

#include <gtest/gtest.h>

namespace weft::dataset {
namespace {

using mpi::Hints;

TEST(Hints, ListIsCutAtSemicolonsAndTrimmed) {
    const Hints expected = {{"cb_nodes", "4"}, {"a", "b=c"}, {"empty", ""}};
    EXPECT_EQ(parse_hint_list(" cb_nodes = 4 ;; a=b=c;nonsense;empty=; =nameless"), expected);
    EXPECT_EQ(parse_hint_list("\r\n\tcb_nodes\v=\f4\n;\na = b=c\r\n;empty=\n\n"), expected);
    EXPECT_TRUE(parse_hint_list("").empty());
    EXPECT_TRUE(parse_hint_list(";;;").empty());
}

TEST(Hints, LastOfTwoValuesCounts) {
    EXPECT_EQ(parse_hint_list("a=1;a=2").at("a"), "2");
}

TEST(Hints, NumbersDownToOneAreInForce) {
    const Settings settings = settings_of({{"cb_buffer_size", "1"},
                                           {"ind_rd_buffer_size", "2"},
                                           {"ind_wr_buffer_size", "3"},
                                           {"cb_nodes", "5"},
                                           {"striping_unit", "6"},
                                           {"striping_factor", "7"},
                                           {"weft_pretended_nodes", "8"},
                                           {"nc_data_move_chunk_size", "1"}});
    EXPECT_EQ(settings.engine.window_bytes, 1);
    EXPECT_EQ(settings.engine.sieve_read_bytes, 2);
    EXPECT_EQ(settings.engine.sieve_write_bytes, 3);
    EXPECT_EQ(settings.engine.aggregators, 5);
    EXPECT_EQ(settings.engine.stripe_bytes, 6);
    EXPECT_EQ(settings.engine.stripes, 7);
    EXPECT_EQ(settings.engine.pretended_nodes, 8);
    EXPECT_EQ(settings.move_chunk_bytes, 1);
}

TEST(Hints, ValuesThatMakeNoSenseAreIgnored) {
    const Settings defaults;
    for (const char* value : {"", "x", "-1", "0", "1k", " 1", "1.5", "99999999999999999999"}) {
        const Settings settings = settings_of({{"cb_buffer_size", value},
                                               {"nc_var_align_size", value},
                                               {"nc_data_move_chunk_size", value},
                                               {"weft_method", value},
                                               {"romio_cb_write", value}});
        EXPECT_EQ(settings.engine.window_bytes, defaults.engine.window_bytes) << value;
        EXPECT_FALSE(settings.variable_align.has_value()) << value;
        EXPECT_EQ(settings.move_chunk_bytes, defaults.move_chunk_bytes) << value;
        EXPECT_EQ(settings.engine.method, engine::Method::automatic) << value;
        EXPECT_EQ(settings.engine.collective_write, engine::Choice::automatic) << value;
    }
}

TEST(Hints, ReportsAreWrittenOnlyWhenAskedFor) {
    EXPECT_FALSE(settings_of({}).reports.is_any());
    EXPECT_FALSE(settings_of({{"weft_report", ""}}).reports.is_any());
    EXPECT_EQ(settings_of({{"weft_report", "a b.json"}}).reports.report, "a b.json");
    const Settings traced = settings_of({{"weft_trace", "t.json"}});
    EXPECT_TRUE(traced.reports.is_any());
    EXPECT_EQ(traced.reports.trace, "t.json");
    EXPECT_EQ(traced.reports.report, "");
}

TEST(Hints, MemoryThatTheyAskForIsBounded) {
    const Settings settings = settings_of({{"cb_buffer_size", "9000000000000000000"},
                                           {"nc_data_move_chunk_size", "9000000000000000000"},
                                           {"nc_header_read_chunk_size", "9000000000000000000"},
                                           {"cb_nodes", "9000000000000000000"}});
    EXPECT_LE(settings.engine.window_bytes, 1 << 30);
    EXPECT_LE(settings.move_chunk_bytes, 1 << 30);
    EXPECT_LE(settings.header_chunk_bytes, 1 << 30);
    EXPECT_GT(settings.engine.aggregators, 0);
}

TEST(Hints, HeaderChunkHoldsAtLeastTheSmallestHeader) {
    EXPECT_EQ(settings_of({{"nc_header_read_chunk_size", "1"}}).header_chunk_bytes, 48);
}

TEST(Hints, NewNameOfTheAlignmentSupersedesTheOldOne) {
    EXPECT_EQ(settings_of({{"nc_header_align_size", "64"}}).variable_align, 64);
    EXPECT_EQ(
        settings_of({{"nc_header_align_size", "64"}, {"nc_var_align_size", "32"}}).variable_align,
        32);
}

TEST(Hints, StrongerOnesOverruleBothNamesOfTheSame) {
    const Hints weaker = {{"nc_var_align_size", "64"}, {"nc_header_align_size", "32"}, {"a", "1"}};
    for (const char* name : {"nc_var_align_size", "nc_header_align_size"}) {
        const Hints expected = {{name, "1024"}, {"a", "1"}};
        EXPECT_EQ(overruled(weaker, {{name, "1024"}}), expected);
    }
    EXPECT_EQ(overruled({{"romio_ds_read", "enable"}}, {{"ds_read", "disable"}}),
              (Hints{{"ds_read", "disable"}}));
    EXPECT_EQ(overruled(weaker, {}), weaker);
}

TEST(Hints, BothNamesOfACollectiveHintWork) {
    for (const char* key : {"cb_write", "romio_cb_write"}) {
        EXPECT_EQ(settings_of({{key, "disable"}}).engine.collective_write, engine::Choice::disable)
            << key;
    }
    for (const char* key : {"ds_read", "romio_ds_read"}) {
        EXPECT_EQ(settings_of({{key, "enable"}}).engine.sieve_read, engine::Choice::enable) << key;
    }
}

TEST(Hints, EveryMethodCanBeForced) {
    using engine::Method;
    for (const Method method :
         {Method::direct, Method::sieve, Method::two_phase, Method::reference}) {
        EXPECT_EQ(settings_of({{"weft_method", engine::name_of(method)}}).engine.method, method);
    }
}

TEST(Hints, WhatIsInForceIsEchoedAndReadsBackTheSame) {
    const Hints asked = {{"cb_buffer_size", "12345"},   {"cb_nodes", "3"},
                         {"romio_ds_write", "disable"}, {"weft_method", "two_phase"},
                         {"weft_durable", "enable"},    {"nc_var_align_size", "16"},
                         {"weft_pretended_nodes", "2"}, {"striping_factor", "3"},
                         {"unknown_hint", "kept"},      {"weft_coherence", "weak"}};
    const Hints echoed = effective_hints(asked, settings_of(asked));
    for (const auto& [key, value] : asked) EXPECT_EQ(echoed.at(key), value) << key;
    const Settings again = settings_of(echoed);
    EXPECT_EQ(effective_hints(echoed, again), echoed);
}

TEST(Hints, WhatIsNotInForceIsNotEchoed) {
    const Hints asked = {{"nc_var_align_size", "1001"},
                         {"nc_record_align_size", "9"},
                         {"nc_header_read_chunk_size", "1"},
                         {"nc_burst_buf", "enable"},
                         {"nc_burst_buf_overwrite", "enable"},
                         {"pnetcdf_subfiling", "enable"},
                         {"nc_num_subfiles", "2"},
                         {"nc_in_place_swap", "enable"},
                         {"nc_driver", "mpiio"},
                         {"cb_buffer_size", "much"},
                         {"cb_write", "perhaps"},
                         {"striping_unit", "-1"},
                         {"nc_hash_size_var", "100"},
                         {"weft_durable", "perhaps"}};
    const Hints echoed = effective_hints(asked, settings_of(asked));
    const Hints expected = {{"nc_var_align_size", "1004"},  {"nc_header_align_size", "1004"},
                            {"nc_record_align_size", "12"}, {"nc_header_read_chunk_size", "48"},
                            {"nc_burst_buf", "disable"},    {"pnetcdf_subfiling", "disable"},
                            {"nc_num_subfiles", "0"},       {"nc_in_place_swap", "disable"},
                            {"nc_driver", "weft"},          {"cb_buffer_size", "1048576"},
                            {"cb_write", "automatic"},      {"romio_cb_write", "automatic"},
                            {"striping_unit", "0"},         {"nc_hash_size_var", "256"},
                            {"weft_durable", "disable"}};
    for (const auto& [key, value] : expected) EXPECT_EQ(echoed.at(key), value) << key;
    EXPECT_FALSE(echoed.contains("nc_burst_buf_overwrite"));
    const Hints huge = {{"nc_var_align_size", "9223372036854775807"}};
    EXPECT_EQ(effective_hints(huge, settings_of(huge)).at("nc_var_align_size"),
              "4611686018427387904");
}

TEST(Hints, WhatAFileSystemPromisesIsNotEchoedAsAWish) {
    EXPECT_EQ(effective_hints({}, settings_of({})).at("weft_coherence"), "automatic");
    for (const char* said : {"automatic", "unknown", "coherent?"})
        EXPECT_FALSE(settings_of({{"weft_coherence", said}}).coherence) << said;
}

TEST(Hints, EveryHintOfTheContractIsEchoed) {
    const Hints echoed = effective_hints({}, settings_of({}));
    for (const char* key :
         {"nc_var_align_size", "nc_header_align_size", "nc_record_align_size",
          "nc_header_read_chunk_size", "nc_in_place_swap", "nc_ibuf_size", "pnetcdf_subfiling",
          "nc_num_subfiles", "nc_hash_size_dim", "nc_hash_size_var", "nc_hash_size_gattr",
          "nc_hash_size_vattr", "nc_num_aggrs_per_node", "nc_driver", "nc_data_move_chunk_size"}) {
        EXPECT_TRUE(echoed.contains(key)) << key;
    }
}

}  // namespace
}  // namespace weft::dataset
