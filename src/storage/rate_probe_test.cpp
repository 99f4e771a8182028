// SPDX-License-Identifier: BSD-3-Clause
#include "storage/rate_probe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "storage/faulty_store.hpp"
#include "storage/forwarding_file.hpp"
#include "storage/forwarding_store.hpp"
#include "storage/memory_store.hpp"
#include "storage/throttled_store.hpp"

namespace weft::storage {
namespace {

constexpr const char* probe_path = "/slow/probe";

/// Seconds of the clock, too.
struct Probed {
    double rate;
    double seconds;
};

Probed probe_target(double bytes_per_second, double seconds) {
    VirtualClock clock(1);
    MemoryStore memory;
    EXPECT_TRUE(memory.make_directory("/slow").ok());
    ThrottledStore store(memory, clock, {{.directory = "/slow", .byte = 1 / bytes_per_second}});
    const double begin = clock.now();
    const Result<double> rate = probe_write_rate(store, probe_path, seconds, clock);
    EXPECT_TRUE(rate.ok()) << rate.status().context();
    EXPECT_FALSE(memory.inspect(probe_path).value().exists);
    return {rate.ok() ? rate.value() : 0, clock.now() - begin};
}

TEST(RateProbe, FindsTheRateOfATarget) {
    for (const double rate : {1e6, 20e6, 100e6, 3e9})
        EXPECT_NEAR(probe_target(rate, 0.2).rate / rate, 1, 0.01) << rate;
}

TEST(RateProbe, TakesAsLongAsItMayAndOneStepMore) {
    EXPECT_LE(probe_target(20e6, 0.2).seconds, 0.2 + (1 << 20) / 20e6);
    EXPECT_LE(probe_target(3e9, 10).seconds, 0.03) << "what is fast is known soon";
}

/// A device that is limited as Linux does it: what it may take in a turn of 0.1 s it takes at once.
class InTurns final : public ForwardingStore {
public:
    InTurns(std::unique_ptr<Store> inner, double rate, Clock& clock)
        : ForwardingStore(std::move(inner)), rate_(rate), clock_(clock) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override {
        Result<Opened> opened = inner().open(path, intent);
        if (opened.ok())
            opened.value().file =
                std::make_unique<Limited>(std::move(opened.value().file), rate_, clock_);
        return opened;
    }

private:
    class Limited final : public ForwardingFile {
    public:
        Limited(std::unique_ptr<File> inner, double rate, Clock& clock)
            : ForwardingFile(std::move(inner)), rate_(rate), clock_(clock) {}

        Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
            constexpr double turn = 0.1;
            constexpr double call = 0.001;
            taken_ += static_cast<double>(bytes.size());
            const double now = clock_.now();
            const double may_take = rate_ * turn * (std::floor(now / turn) + 1);
            clock_.sleep_until(call + (taken_ <= may_take ? now : std::max(now, taken_ / rate_)));
            return ForwardingFile::write_at(offset, bytes);
        }

    private:
        const double rate_;
        Clock& clock_;
        double taken_ = 0;
    };

    const double rate_;
    Clock& clock_;
};

TEST(RateProbe, AsksWhetherItIsEnoughBehindTheFirstWait) {
    for (const bool is_enough : {true, false}) {
        for (const double rate : {20e6, 60e6, 100e6}) {
            VirtualClock clock(1);
            InTurns store(std::make_unique<MemoryStore>(), rate, clock);
            int asked = 0;
            const auto probed = probe_write_rate(store, "/probe", 0.2, clock, [&](ShownRate shown) {
                ++asked;
                EXPECT_NEAR(shown.overall / rate, 1, 0.05) << rate;
                return is_enough;
            });
            ASSERT_TRUE(probed.ok());
            EXPECT_EQ(asked, 1) << rate;
            EXPECT_EQ(clock.now() < 0.18, is_enough) << rate;
            if (is_enough) {
                EXPECT_NEAR(probed.value() / rate, 1, 0.05) << rate;
            }
        }
    }
}

/// Its rate may be an allowance that it still has.
TEST(RateProbe, DoesNotAskWhereNothingHasWaited) {
    VirtualClock clock(1);
    MemoryStore memory;
    ThrottledStore store(memory, clock, {{.directory = "/", .byte = 1 / 100e6}});
    const auto probed = probe_write_rate(store, "/probe", 0.2, clock, [](ShownRate) {
        ADD_FAILURE() << "asked";
        return true;
    });
    EXPECT_TRUE(probed.ok());
}

TEST(RateProbe, OverwritesNothing) {
    MemoryStore store;
    ASSERT_TRUE(store.open_file("/mine", {.writable = true, .create = true}).ok());
    EXPECT_EQ(probe_write_rate(store, "/mine", 0.1).code(), Code::eexist);
    EXPECT_TRUE(store.inspect("/mine").value().exists);
}

TEST(RateProbe, LeavesNothingBehindWhenAWriteFails) {
    for (const Operation operation : {Operation::write, Operation::sync, Operation::close}) {
        MemoryStore memory;
        FaultTrigger trigger({.operation = operation, .call = 1});
        FaultyStore store(memory, trigger);
        EXPECT_FALSE(probe_write_rate(store, "/probe", 0.1).ok());
        EXPECT_FALSE(memory.inspect("/probe").value().exists);
    }
}

}  // namespace
}  // namespace weft::storage
