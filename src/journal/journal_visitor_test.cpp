// SPDX-License-Identifier: BSD-3-Clause
// Another program opens a file while its definition changes: before any call of the change.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <limits>
#include <string>
#include <utility>

#include "journal/journal.hpp"
#include "journal/journal_test_changes.hpp"
#include "journal/journal_test_disk.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/intercepting_file.hpp"

namespace weft::journal {
namespace {

using storage::MemoryStore;

/// Calls visit() before its n-th call.
class VisitedFile final : public storage::InterceptingFile {
public:
    VisitedFile(storage::File& inner, std::int64_t n, std::function<void()> visit)
        : InterceptingFile(inner), until_visit_(n), visit_(std::move(visit)) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        count();
        return inner().read_at(offset, bytes);
    }
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
        count();
        return inner().write_at(offset, bytes);
    }
    Status resize(std::int64_t bytes) override {
        count();
        return inner().resize(bytes);
    }
    Status insert_room(std::int64_t offset, std::int64_t length) override {
        count();
        return inner().insert_room(offset, length);
    }
    Status remove_room(std::int64_t offset, std::int64_t length) override {
        count();
        return inner().remove_room(offset, length);
    }
    Status sync() override {
        count();
        return inner().sync();
    }

private:
    void count() {
        if (--until_visit_ == 0) visit_();
    }

    std::int64_t until_visit_;
    std::function<void()> visit_;
};

/// A file that is shortened before each of the first n reads, and extended again afterwards.
class FlickeringFile final : public storage::ForwardingFile {
public:
    FlickeringFile(storage::File& inner, int n) : ForwardingFile(inner), cuts_(n) {}
    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        if (cuts_-- > 0) return std::int64_t{0};
        return inner().read_at(offset, bytes);
    }

private:
    int cuts_;
};

/// False if the change took fewer than n calls.
bool visit_before_call(const ChangeCase& tested, std::int64_t n) {
    MemoryStore store;
    store_old(store, tested);
    const auto file = storage::opened(store, test_path, storage::to_write);
    std::future<Result<bool>> visitor;
    VisitedFile visited(*file, n, [&] {
        visitor = std::async(std::launch::async, [&store] {
            const auto own = storage::opened(store, test_path, storage::to_write);
            return recover(*own);
        });
        visitor.wait_for(std::chrono::milliseconds(1));
    });
    const mpi::Comm self = mpi::Comm::self();
    const ChangeOutcome outcome = apply_change(tested.change, visited, tested.chunk_bytes,
                                               self.view(), mpi::IoRanks(self.view()));
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
    if (!visitor.valid()) return false;
    const Result<bool> recovered = visitor.get();
    EXPECT_TRUE(recovered.ok()) << recovered.status().context();
    EXPECT_FALSE(recovered.value()) << "a running change was taken for an interrupted one";
    EXPECT_EQ(stored_contents(store), tested.new_contents());
    return true;
}

TEST(Journal, AChangeThatGoesOnIsNotAnInterruptedOne) {
    for (const ChangeCase& tested : change_cases()) {
        for (std::int64_t n = 1; visit_before_call(tested, n); ++n)
            ASSERT_FALSE(HasFailure()) << tested.name << ", before call " << n;
    }
}

TEST(Journal, OneChangeAfterTheOtherIsWaitedFor) {
    MemoryStore store;
    storage::put_text(store, test_path, std::string(1000, 'x'));
    const auto file = storage::opened(store, test_path, storage::to_write);
    FlickeringFile changes(*file, 5);
    const Result<bool> interrupted = is_interrupted(changes);
    ASSERT_TRUE(interrupted.ok()) << interrupted.status().context();
    EXPECT_FALSE(interrupted.value());
    FlickeringFile unreadable(*file, std::numeric_limits<int>::max());
    EXPECT_EQ(is_interrupted(unreadable).status().code(), Code::eread);
}

}  // namespace
}  // namespace weft::journal
