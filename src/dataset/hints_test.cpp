// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/hints.hpp"

#include <gtest/gtest.h>

namespace weft::dataset {
namespace {

using mpi::Hints;

Hints in_force(const Hints& hints) {
    return effective_hints(hints, files::settings_of(hints), settings_of(hints));
}

TEST(Hints, NumbersDownToOneAreInForce) {
    const Settings settings = settings_of({{"nc_data_move_chunk_size", "1"}});
    EXPECT_EQ(settings.move_chunk_bytes, 1);
}

TEST(Hints, ValuesThatMakeNoSenseAreIgnored) {
    const Settings defaults;
    for (const char* value : {"", "x", "-1", "0", "1k", " 1", "1.5", "99999999999999999999"}) {
        const Settings settings =
            settings_of({{"nc_var_align_size", value}, {"nc_data_move_chunk_size", value}});
        EXPECT_FALSE(settings.variable_align.has_value()) << value;
        EXPECT_EQ(settings.move_chunk_bytes, defaults.move_chunk_bytes) << value;
    }
}

TEST(Hints, MemoryThatTheyAskForIsBounded) {
    const Settings settings = settings_of({{"nc_data_move_chunk_size", "9000000000000000000"},
                                           {"nc_header_read_chunk_size", "9000000000000000000"}});
    EXPECT_LE(settings.move_chunk_bytes, 1 << 30);
    EXPECT_LE(settings.header_chunk_bytes, 1 << 30);
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

TEST(Hints, WhatIsInForceIsEchoedAndReadsBackTheSame) {
    const Hints asked = {
        {"cb_buffer_size", "12345"},   {"cb_nodes", "3"},          {"romio_ds_write", "disable"},
        {"weft_method", "two_phase"},  {"weft_durable", "enable"}, {"nc_var_align_size", "16"},
        {"weft_pretended_nodes", "2"}, {"striping_factor", "3"},   {"unknown_hint", "kept"},
        {"weft_coherence", "weak"},    {"weft_parts", "4"},        {"weft_part_dirs", "a:b"},
        {"weft_part_min_ndims", "3"},  {"weft_trust", "no"},       {"file_striping", "inherit"},
        {"overstriping_ratio", "2"},   {"start_iodevice", "7"}};
    const Hints echoed = in_force(asked);
    for (const auto& [key, value] : asked) EXPECT_EQ(echoed.at(key), value) << key;
    EXPECT_EQ(in_force(echoed), echoed);
}

TEST(Hints, SubfilesAreParts) {
    const Settings settings =
        settings_of({{"pnetcdf_subfiling", "enable"}, {"nc_num_subfiles", "3"}});
    EXPECT_EQ(settings.parts.count, 3);
    const std::vector<std::string> folders = {"/x", "y"};
    EXPECT_EQ(settings_of({{"weft_part_dirs", "/x::y"}}).parts.folders, folders);
}

TEST(Hints, WhatIsNotInForceIsNotEchoed) {
    const Hints asked = {{"nc_var_align_size", "1001"},
                         {"nc_record_align_size", "9"},
                         {"nc_header_read_chunk_size", "1"},
                         {"nc_burst_buf", "enable"},
                         {"file_striping", "4"},
                         {"pnetcdf_subfiling", "disable"},
                         {"nc_num_subfiles", "2"},
                         {"nc_in_place_swap", "enable"},
                         {"nc_driver", "mpiio"},
                         {"cb_buffer_size", "much"},
                         {"cb_write", "perhaps"},
                         {"striping_unit", "-1"},
                         {"nc_hash_size_var", "100"},
                         {"weft_durable", "perhaps"}};
    const Hints echoed = in_force(asked);
    const Hints expected = {{"nc_var_align_size", "1004"},  {"nc_header_align_size", "1004"},
                            {"nc_record_align_size", "12"}, {"nc_header_read_chunk_size", "48"},
                            {"nc_burst_buf", "enable"},     {"pnetcdf_subfiling", "disable"},
                            {"nc_num_subfiles", "0"},       {"nc_in_place_swap", "disable"},
                            {"nc_driver", "weft"},          {"cb_buffer_size", "1048576"},
                            {"cb_write", "automatic"},      {"romio_cb_write", "automatic"},
                            {"striping_unit", "0"},         {"nc_hash_size_var", "256"},
                            {"weft_durable", "disable"},    {"file_striping", "auto"}};
    for (const auto& [key, value] : expected) EXPECT_EQ(echoed.at(key), value) << key;
    const Hints huge = {{"nc_var_align_size", "9223372036854775807"}};
    EXPECT_EQ(in_force(huge).at("nc_var_align_size"), "4611686018427387904");
}

TEST(Hints, WhatAFileSystemPromisesIsNotEchoedAsAWish) {
    EXPECT_EQ(in_force({}).at("weft_coherence"), "automatic");
}

TEST(Hints, EveryHintOfTheContractIsEchoed) {
    const Hints echoed = in_force({});
    for (const char* key :
         {"nc_var_align_size", "nc_header_align_size", "nc_record_align_size",
          "nc_header_read_chunk_size", "nc_in_place_swap", "nc_ibuf_size", "pnetcdf_subfiling",
          "nc_num_subfiles", "nc_hash_size_dim", "nc_hash_size_var", "nc_hash_size_gattr",
          "nc_hash_size_vattr", "nc_num_aggrs_per_node", "nc_driver", "nc_data_move_chunk_size",
          "file_striping", "overstriping_ratio", "start_iodevice"}) {
        EXPECT_TRUE(echoed.contains(key)) << key;
    }
}

}  // namespace
}  // namespace weft::dataset
