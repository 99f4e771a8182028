// SPDX-License-Identifier: BSD-3-Clause
// Journals that were damaged, or made up by an enemy who knows the checksum.
#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "base/checked.hpp"
#include "base/test_seeds.hpp"
#include "dataset/journal_format.hpp"
#include "dataset/journal_test_disk.hpp"
#include "storage/test_bytes.hpp"

namespace weft::dataset {
namespace {

using storage::MemoryStore;

constexpr std::int64_t word = sizeof(std::int64_t);

/// The file as it is when the power fails before the n-th storage call of the change.
Bytes interrupted_file(const ChangeCase& tested, std::int64_t calls) {
    MemoryStore store;
    store_contents(store, tested.old_contents());
    PowerCutFile file(store, {calls, 1});
    const mpi::Comm self = mpi::Comm::self();
    (void)apply_change(tested.change, file, tested.chunk_bytes, self.view(),
                       mpi::Crew(self.view()));
    return stored_contents(store);
}

/// Recovers `contents`. Whatever happens, the file ends no later than before.
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

/// Checksums notice every damage of the plan, the records and the trailer. Slots have none: their
/// data are durable before they are announced.
TEST_P(DamagedJournal, IsRefusedOrLeadsToTheOldOrTheNewFile) {
    const std::int64_t plan_begin = round_up(
        std::max(tested.change.old_file_bytes, tested.change.new_file_bytes), journal_alignment);
    int journals = 0;
    for (const std::int64_t calls : {6, 9, 13, 17}) {
        const Bytes contents = interrupted_file(tested, calls);
        const auto trailer = decode_trailer(std::span(contents).last(journal_trailer_bytes),
                                            static_cast<std::int64_t>(contents.size()));
        if (!trailer) continue;
        ++journals;
        ASSERT_EQ(trailer->begin, plan_begin);
        for (const std::uint64_t seed : test_seeds(60, 11)) {
            SCOPED_TRACE(replay_of(seed));
            random.seed(seed);
            const bool hits_plan = below(2) == 0;
            Bytes damaged = contents;
            const auto plan_bytes = static_cast<std::size_t>(trailer->plan_bytes);
            const std::size_t at = hits_plan
                                       ? static_cast<std::size_t>(plan_begin) + below(plan_bytes)
                                       : damaged.size() - 1 - below(journal_trailer_bytes);
            damaged[at] ^= static_cast<std::byte>(1 + below(255));
            Bytes left;
            const Status status = recover_contents(damaged, left);
            // Without its trailer there is no journal, and nothing was done. Without its plan
            // nothing can be.
            EXPECT_EQ(left, damaged);
            EXPECT_EQ(status.ok(), !hits_plan) << status.context();
        }
    }
    EXPECT_GT(journals, 0);
}

TEST_P(DamagedJournal, StaysInsideTheFileWhateverItSays) {
    for (const std::int64_t calls : {6, 9, 13}) {
        const Bytes contents = interrupted_file(tested, calls);
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

/// Replaces one number of a sealed part and seals it again.
void forge(Bytes& contents, std::int64_t part, std::int64_t part_bytes, std::int64_t number,
           std::int64_t value) {
    const auto begin = static_cast<std::size_t>(part);
    const auto length = static_cast<std::size_t>(part_bytes);
    std::memcpy(contents.data() + begin + static_cast<std::size_t>(number * word), &value,
                sizeof value);
    const std::uint64_t seal = XXH64(contents.data() + begin, length - sizeof seal, 0);
    std::memcpy(contents.data() + begin + length - sizeof seal, &seal, sizeof seal);
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
    int journals = 0;
    for (const ChangeCase& tested : change_cases()) {
        const Bytes contents = interrupted_file(tested, 9);
        const auto file_bytes = static_cast<std::int64_t>(contents.size());
        const auto places =
            decode_trailer(std::span(contents).last(journal_trailer_bytes), file_bytes);
        if (!places) continue;
        ++journals;
        const std::int64_t trailer = file_bytes - journal_trailer_bytes;
        const std::int64_t moves = static_cast<std::int64_t>(tested.change.moves.size());
        for (const std::int64_t value : hostile_numbers(file_bytes)) {
            const auto attempt = [&](std::int64_t part, std::int64_t part_bytes,
                                     std::int64_t number) {
                SCOPED_TRACE(testing::Message() << tested.name << ": part at " << part
                                                << ", number " << number << " is " << value);
                Bytes forged = contents;
                forge(forged, part, part_bytes, number, value);
                Bytes left;
                (void)recover_contents(forged, left);
            };
            for (std::int64_t number = 1; number <= 5; ++number)
                attempt(trailer, journal_trailer_bytes, number);
            for (std::int64_t number = 1; number < 5 + 6 * moves; ++number) {
                attempt(places->begin, places->plan_bytes, number);
            }
            for (const std::int64_t record : {0, 1}) {
                const std::int64_t at = places->records + record * journal_record_pitch;
                for (std::int64_t number = 1; number <= 3; ++number) attempt(at, 5 * word, number);
            }
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    }
    EXPECT_GT(journals, 0);
}

}  // namespace
}  // namespace weft::dataset
