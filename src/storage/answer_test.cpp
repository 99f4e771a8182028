// SPDX-License-Identifier: BSD-3-Clause
#include "storage/answer.hpp"

#include <gtest/gtest.h>

#include <string>

#include "storage/forwarding_file.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::storage {
namespace {

/// A file that another program gives another length as soon as this one has asked for it.
class Changing final : public ForwardingFile {
public:
    Changing(File& file, std::int64_t next_bytes) : ForwardingFile(file), next_bytes_(next_bytes) {}
    Result<std::int64_t> size() override {
        const auto bytes = ForwardingFile::size();
        EXPECT_TRUE(resize(next_bytes_).ok());
        return bytes;
    }

private:
    std::int64_t next_bytes_;
};

class AnswerTest : public testing::Test {
protected:
    /// What an open of the file "0123456789" returns that gets another length meanwhile.
    static Opened opened_while_it_gets(std::int64_t next_bytes) {
        MemoryStore store;
        const auto file = store.open_file("a", {.writable = true, .create = true}).value();
        const std::string digits = "0123456789";
        EXPECT_TRUE(file->write_at(0, std::as_bytes(std::span(digits))).ok());
        Opened opened;
        opened.file = std::make_unique<Changing>(*file, next_bytes);
        auto answered = answer(store, "a", {.head_bytes = 3, .tail_bytes = 2}, std::move(opened));
        EXPECT_TRUE(answered.ok());
        answered.value().file.reset();
        return std::move(answered).value();
    }
    static std::string text_of(const std::vector<std::byte>& bytes) {
        std::string text;
        for (const std::byte byte : bytes) text += std::to_integer<char>(byte);
        return text;
    }
};

TEST_F(AnswerTest, TheEndsAreThoseOfOneSize) {
    const Opened opened = opened_while_it_gets(20);
    EXPECT_EQ(opened.bytes, 10);
    EXPECT_EQ(text_of(opened.head), "012");
    EXPECT_EQ(text_of(opened.tail), "89");
}

TEST_F(AnswerTest, ATailThatWasCutMeanwhileIsLeftOut) {
    const Opened opened = opened_while_it_gets(9);
    EXPECT_EQ(opened.bytes, 10);
    EXPECT_EQ(text_of(opened.head), "012");
    EXPECT_EQ(text_of(opened.tail), "");
}

}  // namespace
}  // namespace weft::storage
