// SPDX-License-Identifier: BSD-3-Clause
#include "format/version.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace weft::format {
namespace {

TEST(Limits, AreThoseOfTheFormats) {
    constexpr std::int64_t max32 = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(limits_of(Version::cdf1).begin, max32);
    EXPECT_EQ(limits_of(Version::cdf2).begin, max64);
    for (const Version version : {Version::cdf1, Version::cdf2}) {
        EXPECT_EQ(limits_of(version).dimension_length, max32);
        EXPECT_EQ(limits_of(version).attribute_count, max32);
        EXPECT_EQ(limits_of(version).record_count, max32);
        EXPECT_EQ(limits_of(version).last_type, 6);
    }
    EXPECT_EQ(limits_of(Version::cdf5).dimension_length, max64);
    EXPECT_EQ(limits_of(Version::cdf5).last_type, 11);
}

}  // namespace
}  // namespace weft::format
