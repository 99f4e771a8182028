// SPDX-License-Identifier: BSD-3-Clause
#include "storage/rate_probe.hpp"

#include <gtest/gtest.h>

#include "storage/faulty_store.hpp"
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
