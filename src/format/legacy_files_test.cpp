// SPDX-License-Identifier: BSD-3-Clause
// Files that other software wrote twenty years ago (Debian package ferret-datasets).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "format/test_header.hpp"

namespace weft::format {
namespace {

using testing::Bytes;

class LegacyFile : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        path_ = std::filesystem::path("/usr/share/ferret-vis/data") / GetParam();
        if (!std::filesystem::exists(path_))
            GTEST_SKIP() << path_ << " is missing; install ferret-datasets";
        file_bytes_ = static_cast<std::int64_t>(std::filesystem::file_size(path_));
        bytes_.resize(static_cast<std::size_t>(std::min<std::int64_t>(file_bytes_, 1 << 20)));
        std::ifstream file(path_, std::ios::binary);
        file.read(reinterpret_cast<char*>(bytes_.data()), std::ssize(bytes_));
        ASSERT_TRUE(file.good());
    }

    std::filesystem::path path_;
    std::int64_t file_bytes_ = 0;
    Bytes bytes_;  // the file's first part, which holds its header
};

TEST_P(LegacyFile, OpensAndIsWrittenAgainByteForByte) {
    const Result<Header> result = testing::read(bytes_, file_bytes_);
    ASSERT_TRUE(result.ok()) << result.status().context();
    EXPECT_GT(result.value().schema.variable_count(), 0);
    const Bytes again = write_header(result.value());
    ASSERT_LE(again.size(), bytes_.size());
    const Bytes original(bytes_.begin(), bytes_.begin() + std::ssize(again));
    EXPECT_EQ(again, original);
}

TEST_P(LegacyFile, HasNoErrors) {
    for (const Finding& finding : testing::findings_of(bytes_, file_bytes_))
        EXPECT_EQ(finding.severity, Severity::warning) << finding.sentence;
}

INSTANTIATE_TEST_SUITE_P(Ferret, LegacyFile,
                         ::testing::Values("coads_climatology.cdf", "esku_heat_budget.cdf",
                                           "etopo120.cdf", "etopo20.cdf", "etopo40.cdf",
                                           "etopo5.cdf", "etopo60.cdf", "levitus_climatology.cdf",
                                           "monthly_navy_winds.cdf", "ocean_atlas_subset.nc"));

}  // namespace
}  // namespace weft::format
