// SPDX-License-Identifier: BSD-3-Clause
// What a session says of writes that fail, of locks that it cannot wait for, and at its limits.
#include "serve/session.hpp"

#include <gtest/gtest.h>

#include <string>

#include "storage/testing/memory_store.hpp"

namespace weft::serve {
namespace {

using remote::encoded;
using remote::FrameKind;

/// Keeps the frames that are sent, and runs background work at once.
class Kept final : public Outside {
public:
    bool send(FrameKind kind, remote::Body body) override {
        frames.emplace_back(kind, std::move(body));
        return true;
    }
    Status in_background(BackgroundWork work) override {
        if (!can_wait) return {Code::enomem, "no means"};
        work()();
        return {};
    }
    bool can_wait = true;
    std::vector<std::pair<FrameKind, remote::Body>> frames;
};

class ServerSession : public testing::Test {
protected:
    Status ask(FrameKind kind, remote::Body body) {
        return session.handle({kind, ++number, 0, std::move(body)});
    }
    /// The code of the last answer.
    Code answered() {
        EXPECT_FALSE(outside.frames.empty());
        EXPECT_EQ(outside.frames.back().first, FrameKind::answer);
        return static_cast<Code>(
            remote::decoded<remote::Answer>(outside.frames.back().second).value().code);
    }
    void open(std::uint32_t file) {
        ASSERT_TRUE(ask(FrameKind::open, encoded(remote::OpenRequest{
                                             file, {.writable = true, .create = true}, "/a"}))
                        .ok());
        ASSERT_EQ(answered(), Code::noerr);
    }

    storage::MemoryStore store;
    Kept outside;
    Session session{store, outside};
    std::uint64_t number = 0;
};

TEST_F(ServerSession, TellsOfWritesThatFailedBeforeItTellsThatAllAreDone) {
    open(1);
    outside.frames.clear();
    const remote::Body bytes(5);
    ASSERT_TRUE(ask(FrameKind::write, encoded(remote::WriteBytes{1, 0, {bytes}})).ok());
    ASSERT_TRUE(ask(FrameKind::write, encoded(remote::WriteBytes{1, -5, {bytes}})).ok());
    session.tell_written();
    session.tell_written();
    ASSERT_EQ(outside.frames.size(), 2);
    EXPECT_EQ(outside.frames[0].first, FrameKind::write_failed);
    EXPECT_EQ(remote::decoded<remote::WriteFailed>(outside.frames[0].second).value().request, 3);
    EXPECT_EQ(outside.frames[1].first, FrameKind::written);
    EXPECT_EQ(remote::decoded<remote::Written>(outside.frames[1].second).value().through, 3);
}

TEST_F(ServerSession, SaysWhereItCannotWaitForALock) {
    open(1);
    outside.can_wait = false;
    ASSERT_TRUE(ask(FrameKind::lock, encoded(remote::OfRange{1, 0, 1})).ok());
    EXPECT_EQ(answered(), Code::enomem);
    outside.can_wait = true;
    ASSERT_TRUE(ask(FrameKind::lock, encoded(remote::OfRange{1, 0, 1})).ok());
    EXPECT_EQ(answered(), Code::noerr);
    EXPECT_EQ(session.waits(), 0);
}

TEST(ServerLimits, OneClientHasOnlySoManyFilesAndLocks) {
    storage::MemoryStore store;
    Kept outside;
    Session session(store, outside, {.files = 2, .locks = 1});
    const auto last = [&] {
        return static_cast<Code>(
            remote::decoded<remote::Answer>(outside.frames.back().second).value().code);
    };
    for (std::uint32_t file = 1; file <= 3; ++file) {
        ASSERT_TRUE(session
                        .handle({FrameKind::open, file, 0,
                                 encoded(remote::OpenRequest{
                                     file, {.writable = true, .create = true}, "/a"})})
                        .ok());
        EXPECT_EQ(last(), file <= 2 ? Code::noerr : Code::enfile);
    }
    for (std::int64_t byte = 0; byte < 2; ++byte) {
        ASSERT_TRUE(session
                        .handle({FrameKind::lock, static_cast<std::uint64_t>(10 + byte), 0,
                                 encoded(remote::OfRange{1, byte, 1})})
                        .ok());
        EXPECT_EQ(last(), byte == 0 ? Code::noerr : Code::enotsupport);
    }
}

}  // namespace
}  // namespace weft::serve
