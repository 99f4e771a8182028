// SPDX-License-Identifier: BSD-3-Clause
#include "storage/rate_probe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "storage/forwarding_file.hpp"
#include "storage/testing/faulty_store.hpp"
#include "storage/testing/forwarding_store.hpp"
#include "storage/testing/memory_store.hpp"
#include "storage/testing/throttled_store.hpp"
#include "storage/testing/virtual_clock.hpp"

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
    /// The first turn has begun so much `earlier`. A call takes so long at least.
    InTurns(std::unique_ptr<Store> inner, double rate, Clock& clock, double earlier = 0,
            double call = 0.001)
        : ForwardingStore(std::move(inner)), terms_{rate, earlier, call}, clock_(clock) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override {
        Result<Opened> opened = inner().open(path, intent);
        if (opened.ok())
            opened.value().file =
                std::make_unique<Limited>(std::move(opened.value().file), terms_, clock_);
        return opened;
    }

private:
    struct Terms {
        double rate;
        double earlier;
        double call;  // seconds of each, at least
    };

    class Limited final : public ForwardingFile {
    public:
        Limited(std::unique_ptr<File> inner, const Terms& terms, Clock& clock)
            : ForwardingFile(std::move(inner)), terms_(terms), clock_(clock) {}

        Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
            constexpr double turn = 0.1;
            taken_ += static_cast<double>(bytes.size());
            const double now = clock_.now() + terms_.earlier;
            const double may_take = terms_.rate * turn * (std::floor(now / turn) + 1);
            const double ready = taken_ <= may_take ? now : std::max(now, taken_ / terms_.rate);
            clock_.sleep_until(terms_.call + ready - terms_.earlier);
            return ForwardingFile::write_at(offset, bytes);
        }

    private:
        const Terms terms_;
        Clock& clock_;
        double taken_ = 0;
    };

    const Terms terms_;
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

TEST(RateProbe, AsksAlsoWhenTheDeviceHadBegunItsTurnAMomentBefore) {
    VirtualClock clock(1);
    InTurns store(std::make_unique<MemoryStore>(), 100e6, clock, 0.015);
    double asked = 0;
    const auto probed = probe_write_rate(store, "/probe", 0.2, clock, [&](ShownRate) {
        asked = clock.now();
        return true;
    });
    ASSERT_TRUE(probed.ok());
    EXPECT_NEAR(asked, 0.09, 0.01);
}

TEST(RateProbe, TheTimeOfAskingDoesNotCount) {
    double rates[2];
    for (const bool takes_long : {false, true}) {
        VirtualClock clock(1);
        MemoryStore memory;
        ASSERT_TRUE(memory.make_directory("/slow").ok());
        ThrottledStore store(memory, clock, {{.directory = "/slow", .byte = 1 / 5e6}});
        const auto probed = probe_write_rate(store, probe_path, 1, clock, [&](ShownRate) {
            if (takes_long) clock.sleep_until(clock.now() + 0.3);
            return false;
        });
        ASSERT_TRUE(probed.ok());
        rates[takes_long ? 1 : 0] = probed.value();
        EXPECT_GT(clock.now(), takes_long ? 1.3 : 1);
    }
    EXPECT_DOUBLE_EQ(rates[0], rates[1]);
}

/// When the burst before the wait ended tells nothing.
TEST(RateProbe, ShowsTheSameOfDevicesThatWaitedForTheSameMoment) {
    double later[2];
    for (const double call : {0.001, 0.005}) {
        VirtualClock clock(1);
        InTurns store(std::make_unique<MemoryStore>(), 100e6, clock, 0, call);
        const auto probed = probe_write_rate(store, "/probe", 0.2, clock, [&](ShownRate shown) {
            later[call > 0.002 ? 1 : 0] = shown.later;
            return true;
        });
        ASSERT_TRUE(probed.ok());
    }
    EXPECT_NEAR(later[0] / later[1], 1, 0.1);
}

/// The rate may be an allowance that the target still has.
TEST(RateProbe, DoesNotAskWhereNothingHasWaited) {
    VirtualClock clock(1);
    MemoryStore memory;
    ASSERT_TRUE(memory.make_directory("/slow").ok());
    ThrottledStore store(memory, clock, {{.directory = "/slow", .byte = 1 / 100e6}});
    const auto probed = probe_write_rate(store, probe_path, 0.2, clock, [](ShownRate) {
        ADD_FAILURE() << "asked";
        return true;
    });
    EXPECT_TRUE(probed.ok());
    EXPECT_GT(clock.now(), 0.2);
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
