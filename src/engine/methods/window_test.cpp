// SPDX-License-Identifier: BSD-3-Clause
// How windows go about storage: calls, locks, holes.
#include "engine/window/window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "engine/methods/methods.hpp"
#include "engine/request/test_requests.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/intercepting_file.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::engine {
namespace {

using testing::ElementsAre;

/// A file that notes its calls as "verb begin end", with [ ] around what happens under a lock.
class NotingFile final : public storage::InterceptingFile {
public:
    using InterceptingFile::InterceptingFile;

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        note("read", offset, std::ssize(bytes));
        return inner().read_at(offset, bytes);
    }
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
        note("write", offset, std::ssize(bytes));
        return inner().write_at(offset, bytes);
    }
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset,
                                                     std::int64_t length) override {
        note("lock", offset, length);
        if (!lock_failure.ok()) return lock_failure;
        return std::unique_ptr<storage::RangeLock>(new NotingLock(*this));
    }

    std::vector<std::string> notes;
    Status lock_failure;

private:
    class NotingLock final : public storage::RangeLock {
    public:
        explicit NotingLock(NotingFile& file) : file_(file) {}
        NotingLock(const NotingLock&) = delete;
        NotingLock& operator=(const NotingLock&) = delete;
        ~NotingLock() override { file_.notes.emplace_back("unlock"); }

    private:
        NotingFile& file_;
    };

    void note(const char* verb, std::int64_t offset, std::int64_t length) {
        notes.push_back(std::string(verb) + " " + std::to_string(offset) + " " +
                        std::to_string(offset + length));
    }
};

class WindowOnFile : public testing::Test {
protected:
    /// The storage calls of a sieved put of the pieces, in windows of 100 bytes.
    std::vector<std::string> put(const std::vector<region::Nest>& files, Choice rewriting,
                                 Neighbours neighbours) {
        Random random(3);
        const Sample sample = plain_sample(Direction::put, files, random);
        noting_.notes.clear();
        Options options;
        options.sieve_write = rewriting;
        options.sieve_write_bytes = 100;
        status_ = run_sieve(sample.request, {.channel = channel_,
                                             .options = options,
                                             .cost = cost_,
                                             .lease = lease_,
                                             .neighbours = neighbours})
                      .status;
        return noting_.notes;
    }

    storage::MemoryStore store_;
    std::unique_ptr<storage::File> file_ = storage::opened(store_, "file", storage::to_create);
    NotingFile noting_{*file_};
    Report report_;
    Pace pace_;
    Staging staging_;
    Channel channel_{noting_, report_, pace_, staging_};
    CostModel cost_{.write_call = 1e-6, .read_call = 2e-6};
    RewriteLease lease_{nullptr, channel_};
    Status status_;
};

TEST_F(WindowOnFile, AWindowWithoutHolesIsOneWrite) {
    EXPECT_THAT(put({{50, 250, {}}}, Choice::enable, Neighbours::none),
                ElementsAre("write 50 100", "write 100 200", "write 200 300"));
    EXPECT_EQ(report_.windows, 3);
    EXPECT_EQ(report_.windows_with_holes, 0);
}

TEST_F(WindowOnFile, PiecesThatFillEachOthersHolesLeaveNone) {
    EXPECT_THAT(put({{0, 4, {{10, 8}}}, {4, 4, {{10, 8}}}}, Choice::enable, Neighbours::none),
                ElementsAre("write 0 80"));
}

TEST_F(WindowOnFile, HolesAreReadAndWrittenBackWhereThatIsAllowed) {
    EXPECT_THAT(put({{10, 2, {{3, 10}}}}, Choice::enable, Neighbours::none),
                ElementsAre("read 10 32", "write 10 32"));
    EXPECT_EQ(report_.windows_with_holes, 1);
}

TEST_F(WindowOnFile, NarrowGapsBetweenWindowsAreReadButNotWrittenBack) {
    EXPECT_THAT(put({{3, 2, {{20, 10}}}}, Choice::enable, Neighbours::none),
                ElementsAre("read 3 100", "write 3 95", "read 100 195", "write 103 195"));
    EXPECT_THAT(put({{3, 2, {{5, 10}}}, {120, 2, {{5, 10}}}}, Choice::enable, Neighbours::none),
                ElementsAre("read 3 45", "write 3 45", "read 120 162", "write 120 162"));
}

TEST_F(WindowOnFile, HolesAreLeftOutWhereRewritingIsForbidden) {
    EXPECT_THAT(put({{10, 2, {{3, 10}}}}, Choice::disable, Neighbours::none),
                ElementsAre("write 10 12", "write 20 22", "write 30 32"));
}

TEST_F(WindowOnFile, TheCostModelDecidesWhenNoHintDoes) {
    EXPECT_THAT(put({{10, 2, {{2, 10}}}}, Choice::automatic, Neighbours::none),
                ElementsAre("write 10 12", "write 20 22"));
    EXPECT_THAT(put({{10, 2, {{9, 10}}}}, Choice::automatic, Neighbours::none), testing::SizeIs(2));
}

TEST_F(WindowOnFile, BesideNeighboursEveryWriteIsUnderALock) {
    EXPECT_THAT(put({{10, 2, {{3, 10}}}}, Choice::enable, Neighbours::possible),
                ElementsAre("lock 10 32", "read 10 32", "write 10 32", "unlock"));
    // A neighbour that rewrites a window around these bytes would put back what it read before.
    EXPECT_THAT(put({{10, 30, {}}}, Choice::enable, Neighbours::possible),
                ElementsAre("lock 10 40", "write 10 40", "unlock"));
    EXPECT_THAT(put({{10, 2, {{2, 10}}}}, Choice::disable, Neighbours::possible),
                ElementsAre("lock 10 22", "write 10 12", "write 20 22", "unlock"));
}

TEST_F(WindowOnFile, OneWindowsLockEndsBeforeTheNextBegins) {
    EXPECT_THAT(put({{0, 150, {}}}, Choice::enable, Neighbours::possible),
                ElementsAre("lock 0 100", "write 0 100", "unlock", "lock 100 150", "write 100 150",
                            "unlock"));
}

TEST_F(WindowOnFile, BesideOtherWritersNothingIsRewritten) {
    OtherWriters unknown(noting_, 0);  // not announced, so there may be others
    RewriteLease lease(&unknown, channel_);
    Random random(3);
    const Sample sample = plain_sample(Direction::put, {{10, 2, {{3, 10}}}}, random);
    Options options;
    options.method = Method::sieve;
    options.sieve_write = Choice::enable;
    for (const Neighbours neighbours : {Neighbours::none, Neighbours::possible}) {
        noting_.notes.clear();
        EXPECT_TRUE(run_sieve(sample.request, {.channel = channel_,
                                               .options = options,
                                               .cost = cost_,
                                               .lease = lease,
                                               .neighbours = neighbours})
                        .status.ok());
        std::erase_if(noting_.notes, [](const std::string& note) {
            return note.starts_with("lock") || note == "unlock";
        });
        EXPECT_THAT(noting_.notes, ElementsAre("write 10 12", "write 20 22", "write 30 32"));
    }
    EXPECT_EQ(report_.windows_in_company, 2);
}

TEST_F(WindowOnFile, WhereLocksDoNotExistNothingIsRewritten) {
    noting_.lock_failure = Code::enotsupport;
    EXPECT_THAT(put({{10, 2, {{2, 10}}}}, Choice::enable, Neighbours::possible),
                ElementsAre("lock 10 22", "write 10 12", "write 20 22"));
    EXPECT_TRUE(status_.ok());
}

TEST_F(WindowOnFile, ALockThatFailsIsAFailure) {
    noting_.lock_failure = Status(Code::ewrite, "no lock");
    EXPECT_THAT(put({{10, 2, {{2, 10}}}}, Choice::enable, Neighbours::possible),
                ElementsAre("lock 10 22"));
    EXPECT_EQ(status_.code(), Code::ewrite);
    EXPECT_THAT(put({{10, 20, {}}}, Choice::enable, Neighbours::possible),
                ElementsAre("lock 10 30"));
    EXPECT_EQ(status_.code(), Code::ewrite);
}

TEST_F(WindowOnFile, DirectWritesBesideNeighboursAreUnderALockEach) {
    Random random(4);
    const Sample sample = plain_sample(Direction::put, {{10, 2, {{2, 10}}}}, random);
    const Options options;
    const auto run_beside = [&](Neighbours neighbours) {
        noting_.notes.clear();
        return run_direct(sample.request, {.channel = channel_,
                                           .options = options,
                                           .cost = cost_,
                                           .lease = lease_,
                                           .neighbours = neighbours})
            .status.code();
    };
    EXPECT_EQ(run_beside(Neighbours::none), Code::noerr);
    EXPECT_THAT(noting_.notes, ElementsAre("write 10 12", "write 20 22"));
    EXPECT_EQ(run_beside(Neighbours::possible), Code::noerr);
    EXPECT_THAT(noting_.notes, ElementsAre("lock 10 12", "write 10 12", "unlock", "lock 20 22",
                                           "write 20 22", "unlock"));
    noting_.lock_failure = Code::enotsupport;
    EXPECT_EQ(run_beside(Neighbours::possible), Code::noerr);
    EXPECT_THAT(noting_.notes,
                ElementsAre("lock 10 12", "write 10 12", "lock 20 22", "write 20 22"));
    noting_.lock_failure = Code::ewrite;
    EXPECT_EQ(run_beside(Neighbours::possible), Code::ewrite);
    EXPECT_THAT(noting_.notes, ElementsAre("lock 10 12"));
}

TEST_F(WindowOnFile, DirectCutsLongRunsWhereTheFileHasMultiplesOfTheStagingBuffer) {
    Random random(6);
    const Sample sample = plain_sample(Direction::put, {{1000, 600'000, {}}}, random);
    const Options options;
    const MethodContext context{.channel = channel_,
                                .options = options,
                                .cost = cost_,
                                .lease = lease_,
                                .neighbours = Neighbours::none};
    EXPECT_TRUE(run_direct(sample.request, context).status.ok());
    EXPECT_THAT(noting_.notes,
                ElementsAre("write 1000 262144", "write 262144 524288", "write 524288 601000"));
}

TEST_F(WindowOnFile, AGetReadsFromTheFirstToTheLastByteOfEachWindow) {
    Random random(5);
    const Sample sample = plain_sample(Direction::get, {{10, 2, {{3, 10}}}, {500, 4, {}}}, random);
    Options options;
    options.sieve_read_bytes = 100;
    const Status status = run_sieve(sample.request, {.channel = channel_,
                                                     .options = options,
                                                     .cost = cost_,
                                                     .lease = lease_,
                                                     .neighbours = Neighbours::possible})
                              .status;
    EXPECT_TRUE(status.ok());
    EXPECT_THAT(noting_.notes, ElementsAre("read 10 32", "read 500 504"));
}

}  // namespace
}  // namespace weft::engine
