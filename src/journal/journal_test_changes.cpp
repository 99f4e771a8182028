// SPDX-License-Identifier: BSD-3-Clause
#include "journal/journal_test_changes.hpp"

#include <algorithm>
#include <iterator>
#include <random>

namespace weft::journal {
namespace {

using layout::Move;

Change change_of(std::int64_t header_bytes, std::vector<Move> moves, std::int64_t old_bytes,
                 std::int64_t new_bytes) {
    return {.header = random_bytes(header_bytes, 7),
            .moves = std::move(moves),
            .old_file_bytes = old_bytes,
            .new_file_bytes = new_bytes};
}

Move shift(std::int64_t from, std::int64_t to, std::int64_t length) {
    return {.from = from, .to = to, .length = length};
}

Move records(std::int64_t from, std::int64_t to, std::int64_t length, std::int64_t count,
             std::int64_t to_pitch) {
    return {.from = from,
            .to = to,
            .length = length,
            .count = count,
            .from_pitch = length,
            .to_pitch = to_pitch};
}

std::vector<ChangeCase> make_cases() {
    return {
        {"HeaderOnly", change_of(100, {}, 300, 300), 64},
        {"HeaderOfAnEmptyFile", change_of(100, {}, 0, 100), 64},
        {"HeaderOfManyPages", change_of(9000, {}, 10000, 10000), 64},
        {"SmallDistance", change_of(160, {shift(128, 160, 1000)}, 1128, 1160), 64},
        {"DistanceBelowTheChunk", change_of(168, {shift(128, 168, 100)}, 228, 268), 64},
        {"LargeDistance", change_of(4096, {shift(128, 4096, 1000)}, 1128, 5096), 128},
        {"OneStep", change_of(160, {shift(128, 160, 1000)}, 1128, 1160), 1 << 20},
        {"OneStepWithoutSlot", change_of(4096, {shift(128, 4096, 1000)}, 1128, 5096), 1 << 20},
        {"ChunkOfOneByte", change_of(20, {shift(16, 20, 9)}, 25, 29), 1},
        {"ChunkOfThreeBytes", change_of(40, {shift(16, 40, 8), records(24, 48, 5, 3, 11)}, 39, 81),
         3},
        {"RecordsGrow", change_of(64, {records(64, 64, 12, 10, 20)}, 184, 264), 16},
        {"RecordsGrowAndMove",
         change_of(96, {shift(64, 96, 40), records(104, 136, 12, 10, 20)}, 224, 336), 50},
        {"RecordsGrowMuch", change_of(64, {records(64, 72, 12, 6, 5000)}, 136, 25084), 24},
        {"DataMissingAtTheEnd", change_of(160, {shift(128, 160, 1000)}, 700, 1160), 64},
        {"FileBecomesShorter", change_of(160, {shift(128, 160, 200)}, 6000, 360), 64},
        {"Pages", change_of(1024, {shift(512, 1024, 20000)}, 20512, 21024), 4096},
        {"ManyWindows", change_of(1024, {shift(512, 1024, 140000)}, 140512, 141024), 1},
        {"ManyWindowsOfRecords",
         change_of(600, {shift(512, 600, 3000), records(3512, 3600, 1000, 75, 1100)}, 78512, 86100),
         100},
        {"OnlyTheRecordsMove", change_of(100, {records(900, 1500, 40, 50, 40)}, 2900, 3500), 64},
        {"PagesFarAway", change_of(8192, {shift(512, 8192, 12000)}, 12512, 20192), 4096},
    };
}

}  // namespace

Bytes random_bytes(std::int64_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Bytes bytes(static_cast<std::size_t>(count));
    std::generate(bytes.begin(), bytes.end(),
                  [&] { return static_cast<std::byte>(random() & 0xff); });
    return bytes;
}

Bytes ChangeCase::old_contents() const {
    return random_bytes(change.old_file_bytes, 1);
}

Bytes ChangeCase::new_contents() const {
    const Bytes old = old_contents();
    Bytes contents = old;
    const auto room = [&](std::int64_t end) {
        contents.resize(std::max(contents.size(), static_cast<std::size_t>(end)));
    };
    room(change.new_file_bytes);
    if (on_blocks) {
        const Move& move = change.moves.front();
        contents.resize(contents.size() + static_cast<std::size_t>(move.to - move.from));
        const auto first = contents.begin() + move.from;
        std::copy_backward(first, contents.begin() + change.old_file_bytes,
                           contents.begin() + change.old_file_bytes + move.to - move.from);
        std::fill(first, first + move.to - move.from, std::byte{0});
    }
    for (const Move& move : change.moves) {
        for (std::int64_t i = 0; i < move.count * move.length; ++i) {
            const std::int64_t block = i / move.length;
            const auto from =
                static_cast<std::size_t>(move.from + block * move.from_pitch + i % move.length);
            const auto to =
                static_cast<std::size_t>(move.to + block * move.to_pitch + i % move.length);
            contents.at(to) = from < old.size() ? old[from] : std::byte{0};
        }
    }
    std::copy(change.header.begin(), change.header.end(), contents.begin());
    contents.resize(static_cast<std::size_t>(change.new_file_bytes));
    return contents;
}

ChangeCase on_blocks(const std::string& name, Change change) {
    return {.name = name, .change = std::move(change), .chunk_bytes = 64, .on_blocks = true};
}

std::vector<ChangeCase> make_cases_on_blocks() {
    return {
        on_blocks("Blocks", change_of(4608, {shift(512, 4608, 20000)}, 20512, 24608)),
        on_blocks("BlocksFromABlocksBegin",
                  change_of(8192, {shift(4096, 8192, 9000)}, 13096, 17192)),
        on_blocks("BlocksBehindALongHeader",
                  change_of(9000, {shift(5000, 9096, 9000)}, 14000, 18096)),
        on_blocks("BlocksBehindAShorterHeader",
                  change_of(100, {shift(512, 4608, 9000)}, 9512, 13608)),
        on_blocks("BlocksAndRecords", change_of(12000,
                                                {shift(4000, 12192, 3000),
                                                 {.from = 7000,
                                                  .to = 15192,
                                                  .length = 500,
                                                  .count = 20,
                                                  .from_pitch = 600,
                                                  .to_pitch = 600}},
                                                18900, 27092)),
        on_blocks("BlocksOfRecordsOnly", change_of(700, {shift(9000, 13096, 5000)}, 14000, 18096)),
        on_blocks("BlocksOfWholePages", change_of(4096, {shift(4096, 12288, 8192)}, 12288, 20480)),
        on_blocks("BlocksAndALongerFile", change_of(4608, {shift(512, 4608, 700)}, 1212, 50000)),
        on_blocks("BlocksWithPaddingAtTheEnd",
                  change_of(4608, {shift(512, 4608, 700)}, 1215, 5308)),
    };
}

const std::vector<ChangeCase>& change_cases() {
    static const std::vector<ChangeCase> cases = [] {
        std::vector<ChangeCase> made = make_cases();
        std::ranges::copy(make_cases_on_blocks(), std::back_inserter(made));
        return made;
    }();
    return cases;
}

ChangeCase random_change(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto up_to = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
    };
    ChangeCase made;
    made.name = "seed " + std::to_string(seed);
    std::int64_t from = 32 + up_to(100);
    std::int64_t to = from + (up_to(3) == 0 ? 0 : up_to(up_to(1) == 0 ? 40 : 9000));
    const std::int64_t header_bytes = std::max<std::int64_t>(1, to - up_to(8));
    std::vector<Move> moves;
    for (std::int64_t count = up_to(3); count > 0 && to > from; --count) {
        const std::int64_t length = 1 + up_to(300);
        moves.push_back(shift(from, to, length));
        const std::int64_t gap = up_to(8);
        from += length + gap;
        to += length + gap + up_to(20);
    }
    if (up_to(2) != 0) {
        const std::int64_t length = 1 + up_to(40);
        const std::int64_t count = 1 + up_to(9);
        const std::int64_t pitch = length + up_to(up_to(2) == 0 ? 5000 : 30);
        moves.push_back(records(from, to, length, count, pitch));
        from += count * length;
        to += (count - 1) * pitch + length;
    }
    const std::int64_t old_bytes =
        std::max<std::int64_t>(0, from - (up_to(4) == 0 ? up_to(200) : 0));
    made.change = change_of(header_bytes, std::move(moves), old_bytes, std::max(to, header_bytes));
    made.chunk_bytes = 1 + up_to(up_to(1) == 0 ? 200 : 6000);
    // A larger number of durable writes of a few bytes would show nothing new.
    made.chunk_bytes = std::max(made.chunk_bytes, from / 12);
    return made;
}

}  // namespace weft::journal
