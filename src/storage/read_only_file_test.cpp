// SPDX-License-Identifier: BSD-3-Clause
#include "storage/read_only_file.hpp"

#include <gtest/gtest.h>

#include <array>

namespace weft::storage {
namespace {

class Nothing final : public ReadOnlyFile {
public:
    Nothing() : ReadOnlyFile("a view is only read") {}
    Result<std::int64_t> read_at(std::int64_t, std::span<std::byte>) override {
        return std::int64_t{0};
    }
    Result<std::int64_t> size() override { return std::int64_t{0}; }
    Status close() override { return {}; }
};

TEST(ReadOnlyFile, RefusesWhatWouldChangeItAndSaysWhy) {
    Nothing file;
    const std::array<std::byte, 1> byte{};
    for (const Status& refused :
         {file.write_at(0, byte), file.write_soon(0, byte), file.resize(1),
          file.lock(0, 1).status(), file.hold(0, 1).status(), file.is_locked(0, 1).status()}) {
        EXPECT_EQ(refused.code(), Code::eperm);
        EXPECT_EQ(refused.context(), "a view is only read");
    }
}

TEST(ReadOnlyFile, HasNothingToSync) {
    Nothing file;
    EXPECT_TRUE(file.sync().ok());
    EXPECT_TRUE(file.settle().ok());
}

}  // namespace
}  // namespace weft::storage
