// SPDX-License-Identifier: BSD-3-Clause
#include "storage/speed_probe.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "storage/posix_store.hpp"
#include "storage/test_directory.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::storage {
namespace {

TEST(SpeedProbe, MeasuresAFileSystemAndLeavesNothing) {
    const TestDirectory directory;
    PosixStore store;
    const Result<Speed> speed = store.measure(directory.path() + "/some.nc");
    if (speed.code() == Code::enotsupport || speed.code() == Code::efile)
        GTEST_SKIP() << "no files without a name here: " << speed.status().context();
    ASSERT_TRUE(speed.ok()) << speed.status().context();
    for (const double seconds : {speed.value().write_call, speed.value().read_call}) {
        EXPECT_GT(seconds, 1e-8);
        EXPECT_LT(seconds, 1e-2);
    }
    for (const double seconds : {speed.value().write_byte, speed.value().read_byte}) {
        EXPECT_GT(seconds, 1e-12);
        EXPECT_LT(seconds, 1e-6);
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(SpeedProbe, SaysWhereItCannotMeasure) {
    PosixStore store;
    EXPECT_FALSE(store.measure("/no/such/directory/some.nc").ok());
    EXPECT_FALSE(store.measure("/proc/some.nc").ok());
    MemoryStore memory;
    EXPECT_EQ(memory.measure("/some.nc").code(), Code::enotsupport);
}

/// Calls that take long, all or every n-th, or fail from the n-th on.
class Hampered final : public SystemCalls {
public:
    mutable int writes = 0;
    int fails_from = 1 << 30;
    int delayed_of = 1;  // so many calls, one
    std::chrono::milliseconds delay{0};

    ssize_t pwrite(int fd, const void* bytes, std::size_t length, off_t offset) const override {
        if (writes % delayed_of == 0) std::this_thread::sleep_for(delay);
        if (++writes >= fails_from) {
            errno = ENOSPC;
            return -1;
        }
        return SystemCalls::pwrite(fd, bytes, length, offset);
    }
};

TEST(SpeedProbe, StopsEarlyWhereCallsTakeLong) {
    const TestDirectory directory;
    Hampered calls;
    calls.delay = std::chrono::milliseconds(10);
    const Result<Speed> speed = probe_speed(calls, directory.path());
    if (!speed.ok()) GTEST_SKIP() << speed.status().context();
    EXPECT_LE(calls.writes, 4 * 3);  // the least for each number
    EXPECT_GT(speed.value().write_call, 5e-3);
}

TEST(SpeedProbe, IsNotMisledByOneCallThatIsHeldUp) {
    const TestDirectory directory;
    Hampered calls;
    calls.delay = std::chrono::milliseconds(100);
    calls.delayed_of = 3;  // of each number's, one
    const Result<Speed> speed = probe_speed(calls, directory.path());
    if (!speed.ok()) GTEST_SKIP() << speed.status().context();
    EXPECT_LT(speed.value().write_call, 0.02);
    EXPECT_LT(speed.value().new_island, 0.02);
}

TEST(SpeedProbe, FailsWithItsCalls) {
    const TestDirectory directory;
    for (const int n : {1, 17, 33, 97}) {
        Hampered calls;
        calls.fails_from = n;
        const bool ok = probe_speed(calls, directory.path()).ok();
        // On a busy machine it stops before the later ones.
        EXPECT_EQ(ok, calls.writes < n) << n;
        EXPECT_GE(calls.writes, 1);
    }
}

}  // namespace
}  // namespace weft::storage
