// SPDX-License-Identifier: BSD-3-Clause
// Windows that are rewritten and left to storage: no other communicator may write to the files
// until storage has them, however the call ends.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/test_shared_file.hpp"
#include "storage/background_file.hpp"
#include "storage/posix_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"
#include "storage/testing/intercepting_file.hpp"

namespace weft::engine {
namespace {

using storage::opened;
using storage::to_create;

/// Tells when something is about to be stored, or read.
class StoringFile final : public storage::InterceptingFile {
public:
    StoringFile(std::unique_ptr<File> inner, std::function<void()> storing,
                std::function<void()> reading)
        : InterceptingFile(std::move(inner)),
          storing_(std::move(storing)),
          reading_(std::move(reading)) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        reading_();
        return ForwardingFile::read_at(offset, bytes);
    }
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
        storing_();
        return ForwardingFile::write_at(offset, bytes);
    }

private:
    std::function<void()> storing_;
    std::function<void()> reading_;
};

/// A set of two files on storage targets of their own, written to by one rank by rewriting windows,
/// and another communicator that comes as soon as the first window is about to be stored.
class PostedRewrites : public testing::Test {
protected:
    PostedRewrites() {
        other_writers_.announce();
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            CostModel cost;
            cost.on_own_target = true;
            paces_[i].cost = cost;
            auto file = opened(store_, directory_.file(std::to_string(i)), to_create);
            EXPECT_TRUE(file->resize(file_bytes).ok());
            targets_[i] =
                std::make_unique<storage::BackgroundFile>(std::make_unique<StoringFile>(
                                                              std::move(file), [this] { store(); },
                                                              [this] {
                                                                  if (reads_until_failure_-- == 0)
                                                                      throw std::bad_alloc();
                                                              }),
                                                          1 << 20);
        }
    }
    ~PostedRewrites() override {
        for (const auto& target : targets_) (void)target->close();
        if (newcomer_.joinable()) newcomer_.join();
    }

    /// Runs in the storing thread. The first window is delayed, so that the newcomer has time to
    /// open the file.
    void store() {
        if (stored_++ == 0) {
            newcomer_ = std::thread([this] {
                const auto again = opened(store_, directory_.file("master"), storage::to_write);
                OtherWriters other(*again, 0);
                other.announce();
                has_come_ = true;
                other.leave();
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        }
        if (has_come_) ++stored_too_late_;
    }

    Outcome put_to_both() {
        Random random(1);
        std::vector<Sample> samples;
        std::vector<FileRequest> requests;
        for (std::size_t i = 0; i < targets_.size(); ++i)
            samples.push_back(
                plain_sample(Direction::put, {{8, 8, {{file_bytes / 16, 16}}}}, random));
        for (std::size_t i = 0; i < samples.size(); ++i)
            requests.push_back({i + 1, &samples[i].request});
        return engine_.run_independent(Direction::put, requests);
    }

    static constexpr std::int64_t file_bytes = 4096;
    static constexpr std::int64_t window_bytes = 256;

    storage::TestDirectory directory_;
    storage::PosixStore store_;
    std::unique_ptr<storage::File> master_ = opened(store_, directory_.file("master"), to_create);
    OtherWriters other_writers_{*master_, 0};
    std::array<std::unique_ptr<storage::File>, 2> targets_;
    std::array<Pace, 2> paces_;
    Pace master_pace_;
    std::atomic<int> stored_ = 0;
    std::atomic<int> stored_too_late_ = 0;
    std::atomic<bool> has_come_ = false;
    int reads_until_failure_ = -1;
    std::thread newcomer_;
    const mpi::Comm self_ = mpi::Comm::self();
    const EngineFile first_{*master_, master_pace_, &other_writers_};
    Engine engine_{self_.view(),
                   std::make_shared<CommunicatorState>(),
                   std::span(&first_, 1),
                   {.method = Method::sieve,
                    .sieve_write = Choice::enable,
                    .sieve_read_bytes = window_bytes,
                    .sieve_write_bytes = window_bytes}};
};

TEST_F(PostedRewrites, NobodyComesBeforeAllFilesOfACallAreStored) {
    engine_.expect(3, [this](std::size_t number) {
        return EngineFile{*targets_[number - 1], paces_[number - 1], &other_writers_};
    });
    ASSERT_TRUE(put_to_both().status.ok());
    EXPECT_EQ(stored_, 2 * file_bytes / window_bytes);
    EXPECT_EQ(stored_too_late_, 0);
}

TEST_F(PostedRewrites, NorWhenTheCallEndsInAnException) {
    engine_.expect(3, [this](std::size_t number) {
        return EngineFile{*targets_[number - 1], paces_[number - 1], &other_writers_};
    });
    reads_until_failure_ = file_bytes / window_bytes + 2;  // among the windows of the second file
    EXPECT_THROW(put_to_both(), std::bad_alloc);
    EXPECT_GE(stored_, file_bytes / window_bytes);
    EXPECT_EQ(stored_too_late_, 0);
}

}  // namespace
}  // namespace weft::engine
