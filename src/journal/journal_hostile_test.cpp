// SPDX-License-Identifier: BSD-3-Clause
// Journals that are damaged, or forged by an attacker who knows the checksum.
#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <random>

#include "base/test_seeds.hpp"
#include "journal/journal_format.hpp"
#include "journal/journal_test_disk.hpp"
#include "storage/test_bytes.hpp"

namespace weft::journal {
namespace {

using storage::MemoryStore;

constexpr std::int64_t word = sizeof(std::int64_t);

std::optional<Journal> journal_in(const Bytes& contents) {
    if (std::ssize(contents) < journal_trailer_bytes) return std::nullopt;
    return decode_trailer(std::span(contents).last(journal_trailer_bytes), std::ssize(contents));
}

/// The file after a power failure before the n-th storage call of the change, which loses all that
/// was not synced. Empty if the change took fewer calls.
std::optional<Bytes> interrupted_file(const ChangeCase& tested, std::int64_t calls) {
    MemoryStore store;
    store_contents(store, tested.old_contents());
    PowerCutFile file(store, {calls, {}});
    const mpi::Comm self = mpi::Comm::self();
    const ChangeOutcome outcome = apply_change(tested.change, file, tested.chunk_bytes, self.view(),
                                               mpi::IoRanks(self.view()));
    if (outcome.status.ok()) return std::nullopt;
    return stored_contents(store);
}

/// The same for the first call that leaves a journal of this stage.
Bytes file_at(const ChangeCase& tested, JournalStage stage) {
    for (std::int64_t calls = 1;; ++calls) {
        const auto contents = interrupted_file(tested, calls);
        if (!contents) break;
        const auto journal = journal_in(*contents);
        if (journal && journal->stage == stage) return *contents;
    }
    ADD_FAILURE() << "no interruption leaves this stage";
    return {};
}

/// The file that a killed program leaves while it copies: a power failure would leave nothing.
Bytes file_while_copying(const ChangeCase& tested) {
    Bytes contents = file_at(tested, JournalStage::copied);
    Journal journal = *journal_in(contents);
    journal.stage = JournalStage::copying;
    std::ranges::copy(encode_trailer(journal), contents.end() - journal_trailer_bytes);
    return contents;
}

/// Recovers `contents`. In every case the file does not become longer.
Status recover_contents(const Bytes& contents, Bytes& left) {
    MemoryStore store;
    store_contents(store, contents);
    const auto file = storage::opened(store, test_path, storage::to_write);
    const Result<bool> recovered = recover(*file);
    left = stored_contents(store);
    EXPECT_LE(left.size(), contents.size());
    return recovered.status();
}

class DamagedJournal : public testing::TestWithParam<ChangeCase> {
protected:
    const ChangeCase& tested = GetParam();
    std::mt19937_64 random;

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random() % limit); }
};

/// A file without a trailer has no journal, and nothing is done.
TEST_P(DamagedJournal, IsNoneWithoutItsTrailer) {
    for (const JournalStage stage : {JournalStage::copied, JournalStage::overwriting}) {
        const Bytes contents = file_at(tested, stage);
        for (std::size_t at = 1; at <= journal_trailer_bytes; ++at) {
            Bytes damaged = contents;
            damaged[damaged.size() - at] ^= static_cast<std::byte>(1 + below(255));
            Bytes left;
            EXPECT_TRUE(recover_contents(damaged, left).ok());
            EXPECT_EQ(left, damaged);
        }
    }
}

/// The checksum detects damage of the copy: the old bytes are still in their places, or nothing is
/// done.
TEST_P(DamagedJournal, LeadsToTheOldFileOrIsRefusedWithoutItsCopy) {
    const Bytes while_copying = file_while_copying(tested);
    const Journal journal = *journal_in(while_copying);
    const Bytes while_copied = file_at(tested, JournalStage::copied);
    const Bytes while_overwriting = file_at(tested, JournalStage::overwriting);
    for (int i = 0; i < 40 && journal.copy_bytes() > 0; ++i) {
        const std::size_t at = static_cast<std::size_t>(journal.copy_begin) +
                               below(static_cast<std::size_t>(journal.copy_bytes()));
        const auto flip = static_cast<std::byte>(1 + below(255));
        Bytes left;
        for (const Bytes& contents : {while_copying, while_copied}) {
            Bytes damaged = contents;
            damaged[at] ^= flip;
            EXPECT_TRUE(recover_contents(damaged, left).ok());
            EXPECT_EQ(left, tested.old_contents());
        }
        Bytes damaged = while_overwriting;
        damaged[at] ^= flip;
        EXPECT_EQ(recover_contents(damaged, left).code(), Code::enotnc);
        EXPECT_EQ(left, damaged);
    }
}

TEST_P(DamagedJournal, StaysInsideTheFileWhateverItSays) {
    for (const JournalStage stage : {JournalStage::copied, JournalStage::overwriting}) {
        const Bytes contents = file_at(tested, stage);
        for (const std::uint64_t seed : test_seeds(200, 11)) {
            SCOPED_TRACE(replay_of(seed));
            random.seed(seed);
            Bytes damaged = contents;
            for (std::size_t hits = 1 + below(40); hits > 0; --hits) {
                damaged[damaged.size() - 1 - below(std::min<std::size_t>(damaged.size(), 9000))] ^=
                    static_cast<std::byte>(1 + below(255));
            }
            damaged.resize(damaged.size() - (below(3) == 0 ? below(damaged.size()) : 0));
            Bytes left;
            (void)recover_contents(damaged, left);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, DamagedJournal, testing::ValuesIn(change_cases()),
                         [](const auto& shown) { return shown.param.name; });

/// Replaces one number of the trailer and recomputes its seal.
void forge(Bytes& contents, std::int64_t number, std::int64_t value) {
    const std::span<std::byte> trailer = std::span(contents).last(journal_trailer_bytes);
    std::memcpy(trailer.data() + number * word, &value, sizeof value);
    const std::uint64_t seal = XXH64(trailer.data(), trailer.size() - sizeof value, 0);
    std::memcpy(trailer.data() + trailer.size() - sizeof seal, &seal, sizeof seal);
}

std::vector<std::int64_t> hostile_numbers(std::int64_t file_bytes) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return {std::numeric_limits<std::int64_t>::min(),
            -most,
            -4096,
            -1,
            0,
            1,
            2,
            7,
            511,
            4096,
            file_bytes - 64,
            file_bytes,
            file_bytes + 1,
            1 << 30,
            std::int64_t{1} << 40,
            most / 8,
            most / 2,
            most - 1023,
            most - 63,
            most};
}

TEST(ForgedJournal, StaysInsideTheFileWhateverItsNumbersSay) {
    constexpr std::int64_t number_count = 7;  // without the seal
    for (const ChangeCase& tested : change_cases()) {
        const Bytes contents = file_at(tested, JournalStage::overwriting);
        for (const std::int64_t value : hostile_numbers(std::ssize(contents))) {
            for (std::int64_t number = 0; number < number_count; ++number) {
                SCOPED_TRACE(testing::Message()
                             << tested.name << ": number " << number << " is " << value);
                Bytes forged = contents;
                forge(forged, number, value);
                Bytes left;
                (void)recover_contents(forged, left);
            }
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    }
}

/// Two numbers that agree with each other can lie better than one.
TEST(ForgedJournal, StaysInsideTheFileWhateverTwoNumbersSay) {
    const ChangeCase& tested = change_cases().front();
    const Bytes contents = file_at(tested, JournalStage::overwriting);
    const std::vector<std::int64_t> values = hostile_numbers(std::ssize(contents));
    for (std::int64_t one = 1; one < 6; ++one) {
        for (std::int64_t other = one + 1; other < 6; ++other) {
            for (const std::int64_t value : values) {
                for (const std::int64_t other_value : values) {
                    Bytes forged = contents;
                    forge(forged, one, value);
                    forge(forged, other, other_value);
                    Bytes left;
                    (void)recover_contents(forged, left);
                }
            }
            ASSERT_FALSE(testing::Test::HasFailure()) << one << " and " << other;
        }
    }
}

TEST(JournalOfAnEarlierVersion, IsRefusedWithAWord) {
    Bytes contents = random_bytes(9000, 3);
    std::memcpy(contents.data() + contents.size() - journal_trailer_bytes, "WEFTJNL1", 8);
    forge(contents, 1, 4096);  // where that journal begins
    Bytes left;
    const Status status = recover_contents(contents, left);
    EXPECT_EQ(status.code(), Code::enotnc);
    EXPECT_NE(status.context().find("earlier version"), std::string::npos) << status.context();
    EXPECT_EQ(left, contents);
}

}  // namespace
}  // namespace weft::journal
