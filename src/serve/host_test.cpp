// SPDX-License-Identifier: BSD-3-Clause
// The threads of a session.
#include "serve/host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <filesystem>

#include "serve/test_server.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::serve {
namespace {

/// While this object exists no thread can be started, because there is no room for a stack.
class NoThreads {
public:
    NoThreads() {
        pthread_attr_t attributes;
        ::pthread_getattr_default_np(&attributes);
        ::pthread_attr_getstacksize(&attributes, &before_);
        ::pthread_attr_setstacksize(&attributes, std::size_t{1} << 50);
        ::pthread_setattr_default_np(&attributes);
        ::pthread_attr_destroy(&attributes);
    }
    ~NoThreads() {
        pthread_attr_t attributes;
        ::pthread_getattr_default_np(&attributes);
        ::pthread_attr_setstacksize(&attributes, before_);
        ::pthread_setattr_default_np(&attributes);
        ::pthread_attr_destroy(&attributes);
    }
    NoThreads(const NoThreads&) = delete;
    NoThreads& operator=(const NoThreads&) = delete;

private:
    std::size_t before_ = 0;
};

std::size_t threads() {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

class SessionThreads : public testing::Test {
protected:
    storage::MemoryStore there;
    TestServer server{there, {.grace_seconds = 10}};
    remote::RemoteStore here{{[this](const remote::Destination&) { return server.session(); },
                              [](const remote::Destination&, const storage::Prospect&) {}}};
};

TEST_F(SessionThreads, ALockThatNobodyCanWaitForIsRefusedAndTheSessionGoesOn) {
    const auto file = storage::opened(here, "ssh://far/a", storage::to_create);
    {
        const NoThreads none;
        const auto refused = file->lock(0, 1);
        EXPECT_EQ(refused.status().code(), Code::enomem);
        EXPECT_THAT(refused.status().context(), testing::HasSubstr("no thread to wait with"));
        EXPECT_TRUE(file->write_at(0, storage::bytes_of("abc")).ok());
    }
    EXPECT_TRUE(file->lock(0, 1).ok());
    EXPECT_EQ(storage::get_text(there, "/a"), "abc");
}

TEST_F(SessionThreads, OneLockAfterTheOtherNeedsOneThread) {
    const auto file = storage::opened(here, "ssh://far/a", storage::to_create);
    const std::size_t before = threads();
    std::vector<std::unique_ptr<storage::RangeLock>> locks;
    for (int i = 0; i < 200; ++i) {
        auto lock = file->lock(i, 1);
        ASSERT_TRUE(lock.ok());
        locks.push_back(std::move(lock).value());
        ASSERT_LE(threads(), before + 1);
    }
}

}  // namespace
}  // namespace weft::serve
