// SPDX-License-Identifier: BSD-3-Clause
// Storage targets are asked for what a call reads before any of it is waited for.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "engine/engine.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_shared_file.hpp"
#include "storage/forwarding_file.hpp"

namespace weft::engine {
namespace {

/// What a rank has requested from its files.
struct Asked {
    std::int64_t bytes = 0;
    bool has_read = false;
    bool asked_too_late = false;
};

class WatchedFile final : public storage::ForwardingFile {
public:
    WatchedFile(storage::File& inner, Asked& asked) : ForwardingFile(inner), asked_(asked) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        asked_.has_read = true;
        return ForwardingFile::read_at(offset, bytes);
    }
    void will_read(std::int64_t offset, std::int64_t length) override {
        asked_.asked_too_late |= asked_.has_read;
        asked_.bytes += length;
        ForwardingFile::will_read(offset, length);
    }

private:
    Asked& asked_;
};

constexpr std::int64_t file_bytes = 5'000'000;

/// Collective: each rank reads its part of two files. What it asked for.
Asked asked_by(Method method, bool on_own_targets) {
    Asked asked;
    std::deque<SharedFile> files;
    std::deque<WatchedFile> watched;
    std::deque<Pace> paces(2);
    std::vector<EngineFile> of_engine;
    for (Pace& pace : paces) {
        CostModel cost;
        cost.on_own_target = on_own_targets;
        pace.cost = cost;
        files.emplace_back(Bytes(file_bytes), "read_ahead_test." + std::to_string(files.size()));
        watched.emplace_back(files.back().file(), asked);
        of_engine.push_back({watched.back(), pace});
    }
    Engine engine(world(), CommunicatorStates::borrow(world().handle()).value(), of_engine,
                  {.method = method});
    Random random(1);
    const std::int64_t bytes = file_bytes / world().size();
    std::deque<Sample> samples;
    std::vector<FileRequest> requests;
    for (std::size_t file = 0; file < files.size(); ++file) {
        samples.push_back(
            plain_sample(Direction::get, {{world().rank() * bytes, bytes, {}}}, random));
        requests.push_back({file, &samples.back().request});
    }
    EXPECT_TRUE(engine.run_collective(Direction::get, requests, 0).outcome.status.ok());
    return asked;
}

std::int64_t of_all_ranks(std::int64_t bytes) {
    std::array all = {bytes};
    world().all_reduce_sum(all);
    return all[0];
}

TEST(ReadAhead, AsksAllTargetsForEverythingOnceAndFirst) {
    // Windows are shared by several.
    const Method together = world().size() > 1 ? Method::two_phase : Method::automatic;
    for (const Method method : {Method::direct, together}) {
        const Asked asked = asked_by(method, true);
        EXPECT_FALSE(asked.asked_too_late);
        const std::int64_t bytes = file_bytes / world().size() * world().size();
        EXPECT_EQ(of_all_ranks(asked.bytes), 2 * bytes) << name_of(method);
    }
}

TEST(ReadAhead, IsForSeveralTargetsOnly) {
    EXPECT_EQ(of_all_ranks(asked_by(Method::direct, false).bytes), 0);
}

}  // namespace
}  // namespace weft::engine
