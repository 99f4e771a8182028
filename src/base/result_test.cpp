// SPDX-License-Identifier: BSD-3-Clause
#include "base/result.hpp"

#include <gtest/gtest.h>

#include <set>

namespace weft {
namespace {

TEST(Status, KeepsTheFirstFailure) {
    Status status;
    status.keep_first({Code::eio, "disk"});
    status.keep_first({Code::enomem, "memory"});
    EXPECT_EQ(status.code(), Code::eio);
    EXPECT_EQ(status.context(), "disk");
}

TEST(Result, HoldsAValueOrTheReason) {
    const Result<int> seven = 7;
    ASSERT_TRUE(seven.ok());
    EXPECT_EQ(seven.value(), 7);
    const Result<int> none = Status(Code::enotvar, "variable 9");
    EXPECT_FALSE(none.ok());
    EXPECT_EQ(none.status().context(), "variable 9");
}

TEST(ErrorCodes, HaveDistinctNumbersAndSymbols) {
    std::set<int> numbers;
    std::set<std::string> symbols;
    for (const CodeText& text : all_codes()) {
        numbers.insert(static_cast<int>(text.code));
        symbols.insert(text.symbol);
        EXPECT_FALSE(std::string(text.sentence).empty());
    }
    EXPECT_EQ(numbers.size(), all_codes().size());
    EXPECT_EQ(symbols.size(), all_codes().size());
}

}  // namespace
}  // namespace weft
