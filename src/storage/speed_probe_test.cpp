// SPDX-License-Identifier: BSD-3-Clause
#include "storage/speed_probe.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

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
    EXPECT_GT(speed.value().write_call, 0);
    EXPECT_GT(speed.value().read_call, 0);
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(SpeedProbe, SaysWhereItCannotMeasure) {
    PosixStore store;
    EXPECT_FALSE(store.measure("/no/such/directory/some.nc").ok());
    EXPECT_FALSE(store.measure("/proc/some.nc").ok());
    MemoryStore memory;
    EXPECT_EQ(memory.measure("/some.nc").code(), Code::enotsupport);
}

/// Seconds.
struct Costs {
    double write_call = 2e-6;
    double read_call = 1e-6;
    double write_byte = 2e-10;
    double read_byte = 1e-10;
    double new_page = 5e-7;
};

/// A device that takes what its costs say, by a clock of its own, and can be hampered: every n-th
/// write is held up, or the n-th call fails.
class Device final : public SystemCalls {
public:
    explicit Device(const Costs& costs = {}) : costs_(costs) {}

    void hold_up(int one_of, double seconds) { held_up_ = {one_of, seconds}; }
    void fail_at(int call) { failing_call_ = call; }
    [[nodiscard]] int writes() const { return writes_; }
    [[nodiscard]] int transfers() const { return writes_ + reads_; }

    int open(const char*, int, mode_t) const override {
        return SystemCalls::open("/dev/null", O_RDWR | O_CLOEXEC, 0);
    }
    ssize_t pwrite(int, const void*, std::size_t length, off_t offset) const override {
        if (held_up_ && writes_ % held_up_->first == 0) now_ += held_up_->second;
        ++writes_;
        const auto last_page = (offset + static_cast<off_t>(length) - 1) / page_bytes;
        for (off_t page = offset / page_bytes; page <= last_page; ++page)
            if (pages_.insert(page).second) now_ += costs_.new_page;
        return transfer(length, costs_.write_call, costs_.write_byte);
    }
    ssize_t pread(int, void*, std::size_t length, off_t) const override {
        ++reads_;
        return transfer(length, costs_.read_call, costs_.read_byte);
    }
    double now() const override { return now_; }

private:
    static constexpr off_t page_bytes = 4096;

    ssize_t transfer(std::size_t length, double call, double byte) const {
        now_ += call + byte * static_cast<double>(length);
        if (transfers() != failing_call_) return static_cast<ssize_t>(length);
        errno = ENOSPC;
        return -1;
    }

    Costs costs_;
    std::optional<std::pair<int, double>> held_up_;
    int failing_call_ = 0;
    mutable double now_ = 1e6;
    mutable int writes_ = 0;
    mutable int reads_ = 0;
    mutable std::set<off_t> pages_;
};

constexpr int least_writes = 4 * 3;  // the least for each number
constexpr int all_writes = 2 * 16 + 2 * 64;
constexpr int all_calls = all_writes + 16 + 64;

void expect_about(double is, double wanted) {
    EXPECT_NEAR(is, wanted, 0.05 * wanted);
}

TEST(SpeedProbe, FindsWhatADeviceTakes) {
    const Device device;
    const Result<Speed> speed = probe_speed(device, "");
    ASSERT_TRUE(speed.ok()) << speed.status().context();
    EXPECT_EQ(device.transfers(), all_calls);
    const Costs costs;
    expect_about(speed.value().write_call, costs.write_call);
    expect_about(speed.value().read_call, costs.read_call);
    expect_about(speed.value().write_byte, costs.write_byte);
    expect_about(speed.value().read_byte, costs.read_byte);
    expect_about(speed.value().new_page, costs.new_page);
    expect_about(speed.value().new_island, costs.new_page);
}

TEST(SpeedProbe, StopsEarlyWhereCallsTakeLong) {
    const Device device({.write_call = 10e-3});
    const Result<Speed> speed = probe_speed(device, "");
    ASSERT_TRUE(speed.ok()) << speed.status().context();
    EXPECT_EQ(device.writes(), least_writes);
    expect_about(speed.value().write_call, 10e-3);
}

TEST(SpeedProbe, IsNotMisledByOneCallThatIsHeldUp) {
    Device device;
    device.hold_up(3, 0.1);  // of each number's, one
    const Result<Speed> speed = probe_speed(device, "");
    ASSERT_TRUE(speed.ok()) << speed.status().context();
    EXPECT_EQ(device.writes(), least_writes);
    expect_about(speed.value().write_call, Costs().write_call);
    expect_about(speed.value().new_island, Costs().new_page);
}

TEST(SpeedProbe, FailsWithAnyOfItsCalls) {
    for (int n = 1; n <= all_calls; ++n) {
        Device device;
        device.fail_at(n);
        EXPECT_EQ(probe_speed(device, "").code(), Code::enotsupport) << n;
    }
}

TEST(SpeedProbe, AClockThatDoesNotMoveMeasuresNothing) {
    const Device device(
        {.write_call = 0, .read_call = 0, .write_byte = 0, .read_byte = 0, .new_page = 0});
    EXPECT_EQ(probe_speed(device, "").code(), Code::enotsupport);
}

}  // namespace
}  // namespace weft::storage
