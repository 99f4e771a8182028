// SPDX-License-Identifier: BSD-3-Clause
// The answers of the server to requests that our client never sends.
#include "serve/session.hpp"

#include <gtest/gtest.h>

#include <string>

#include "region/nest.hpp"
#include "region/shape_codec.hpp"
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

TEST_F(ServerSession, EndsAtRequestsThatAreNone) {
    open(1);
    EXPECT_FALSE(ask(static_cast<FrameKind>(999), {}).ok());
    EXPECT_FALSE(ask(FrameKind::answer, {}).ok()) << "a server's frame";
    EXPECT_FALSE(ask(FrameKind::size, encoded(remote::OfFile{2})).ok()) << "not open";
    EXPECT_FALSE(ask(FrameKind::size, {}).ok());
    EXPECT_FALSE(ask(FrameKind::open, encoded(remote::OpenRequest{1, {}, "/a"})).ok()) << "twice";
    EXPECT_FALSE(ask(FrameKind::read, encoded(remote::OfRange{1, 0, -1})).ok());
    EXPECT_FALSE(ask(FrameKind::unlock, encoded(remote::Unlock{77})).ok());
    EXPECT_FALSE(ask(FrameKind::renew, encoded(remote::Renew{1, -1})).ok());
    EXPECT_FALSE(ask(FrameKind::renew, encoded(remote::Renew{1, 0.0 / 0.0})).ok());
}

TEST_F(ServerSession, TakesNoShapeOnTrust) {
    open(1);
    remote::Body body;
    region::append_shape(body, region::Nest(0, 2, {{3, 4}}));
    EXPECT_FALSE(ask(FrameKind::shape, encoded(remote::KeepShape{64, {body}})).ok());
    EXPECT_FALSE(ask(FrameKind::read_shape, encoded(remote::ReadShape{1, 0, 0, 0, 1})).ok());
    ASSERT_TRUE(ask(FrameKind::shape, encoded(remote::KeepShape{0, {body}})).ok());
    EXPECT_TRUE(ask(FrameKind::read_shape, encoded(remote::ReadShape{1, 0, 0, 0, 6})).ok());
    for (const auto& [base, from, length] :
         {std::tuple<std::int64_t, std::int64_t, std::int64_t>{0, 0, 7},
          {0, 6, 1},
          {0, -1, 1},
          {0, 1, -1},
          {-1, 0, 1},
          {std::int64_t{1} << 62, 0, std::int64_t{1} << 62},
          {std::numeric_limits<std::int64_t>::max() - 3, 0, 1}}) {
        EXPECT_FALSE(
            ask(FrameKind::read_shape, encoded(remote::ReadShape{1, 0, base, from, length})).ok());
    }
    body.push_back(std::byte{0});
    EXPECT_FALSE(ask(FrameKind::shape, encoded(remote::KeepShape{0, {body}})).ok());
}

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
