// SPDX-License-Identifier: BSD-3-Clause
#include "storage/as_opened.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "storage/testing/memory_store.hpp"

namespace weft::storage {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

class AsOpenedTest : public testing::Test {
protected:
    AsOpenedTest() {
        file_ = store_.open_file("a", {.writable = true, .create = true}).value();
        EXPECT_TRUE(file_->write_at(0, bytes_of("0123456789")).ok());
    }
    /// A file whose open has returned the first three bytes and the last two.
    AsOpened told() {
        const auto copy = [](const std::string& text) {
            const auto bytes = bytes_of(text);
            return std::vector<std::byte>(bytes.begin(), bytes.end());
        };
        Opened opened;
        opened.bytes = 10;
        opened.head = copy("abc");
        opened.tail = copy("yz");
        return {*file_, opened};
    }
    static std::string read(File& file, std::int64_t offset, std::size_t length) {
        std::string text(length, '.');
        const auto got = file.read_at(offset, std::as_writable_bytes(std::span(text)));
        return got.ok() ? text.substr(0, static_cast<std::size_t>(got.value())) : "failed";
    }

    MemoryStore store_;
    std::unique_ptr<File> file_;
};

TEST_F(AsOpenedTest, EveryReadIsOfWhatWasToldWhereThatHasAllOfIt) {
    AsOpened file = told();
    const std::string whole = "0123456789";
    for (std::size_t offset = 0; offset <= whole.size(); ++offset) {
        for (std::size_t length = 0; length <= whole.size() + 1; ++length) {
            const std::size_t end = std::min(whole.size(), offset + length);
            std::string expected = whole.substr(offset, end - offset);
            if (end <= 3 && !expected.empty())
                expected = std::string("abc").substr(offset, end - offset);
            if (offset >= 8 && end > 3)
                expected = std::string("yz").substr(offset - 8, end - offset);
            EXPECT_EQ(read(file, static_cast<std::int64_t>(offset), length), expected)
                << offset << ' ' << length;
        }
    }
}

TEST_F(AsOpenedTest, TheSizeIsTheOneThatWasToldUntilTheFileHasChanged) {
    AsOpened file = told();
    EXPECT_TRUE(file_->resize(4).ok());
    EXPECT_EQ(file.size().value(), 10);
    file.forget();
    EXPECT_EQ(file.size().value(), 4);
    EXPECT_EQ(read(file, 0, 10), "0123");
}

TEST_F(AsOpenedTest, WhatWasToldIsForgottenWhereTheFileHasBecomeShorter) {
    AsOpened file = told();
    EXPECT_TRUE(file_->resize(4).ok());
    EXPECT_EQ(read(file, 3, 5), "3");
    EXPECT_EQ(file.size().value(), 4);
    EXPECT_EQ(read(file, 0, 2), "01");
}

TEST_F(AsOpenedTest, WithoutTheSizeNothingWasTold) {
    Opened opened;
    AsOpened file(*file_, opened);
    EXPECT_EQ(file.size().value(), 10);
    EXPECT_EQ(read(file, 8, 5), "89");
}

}  // namespace
}  // namespace weft::storage
