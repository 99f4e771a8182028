// SPDX-License-Identifier: BSD-3-Clause
// Elements that are read to their place in memory and decoded there.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/mover.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_range_flags.hpp"
#include "engine/request/test_requests.hpp"
#include "region/cut.hpp"

namespace weft::engine {
namespace {

/// Reads every run to where it belongs, if there is room for it. How many there were.
int get_in_place(Mover& mover, const Request& request, const Bytes& file) {
    int in_place = 0;
    for (std::size_t piece = 0; piece < request.pieces.size(); ++piece) {
        const region::FileShape& shape = request.pieces[piece].file;
        const auto read = [&](std::int64_t from, std::int64_t offset, std::int64_t length) {
            Bytes run(file.begin() + offset, file.begin() + offset + length);
            std::byte* const room = mover.room_in_memory(piece, from, from + length);
            if (room == nullptr) {
                mover.move(piece, from, from + length,
                           {.data = run.data(), .origin = from, .form = FileBuffer::Form::packed});
                return;
            }
            std::ranges::copy(run, room);
            mover.decode_in_place(piece, room, length);
            ++in_place;
        };
        shape.visit(0, shape.bytes(), [&](const region::RunGroup& group) {
            for (std::int64_t i = 0; i < group.count; ++i)
                read(group.stream + i * group.run, group.offset + i * group.pitch, group.run);
        });
    }
    return in_place;
}

TEST(Mover, RunsThatHaveRoomInMemoryAreDecodedThere) {
    int in_place = 0;
    const std::vector<std::uint64_t> seeds = test_seeds(2000);
    for (const std::uint64_t seed : seeds) {
        Random random(seed);
        Sample sample = random_sample(random, Direction::get, {});
        const RangeFlags flags(sample.request);
        const Bytes file = random.bytes(600);
        const Expected expected = expect(sample, file);
        Mover mover(sample.request);
        in_place += get_in_place(mover, sample.request, file);
        ASSERT_EQ(sample.buffers, expected.buffers) << replay_of(seed);
        ASSERT_EQ(mover.all_in_range(), expected.all_in_range) << replay_of(seed);
        ASSERT_EQ(flags.values(), expected.out_of_range) << replay_of(seed);
    }
    EXPECT_GT(in_place, std::ssize(seeds) / 2);
}

TEST(Mover, LongRunsAreDecodedInPlaceBlockByBlock) {
    constexpr std::int64_t bytes = 40000;
    Random random(1);
    Bytes memory = random.bytes(bytes);
    Bytes expected;
    for (std::size_t i = 0; i < memory.size(); ++i) expected.push_back(memory[i ^ 7U]);
    Elements doubles;
    doubles.codec = {
        .kernels = types::find_kernels(types::External::float64, types::Memory::double_,
                                       types::ByteRule::checked),
        .external_bytes = 8,
        .memory_bytes = 8};
    doubles.memory =
        std::make_shared<const region::Pattern>(region::Pattern::elements({{bytes / 8, 8}}));
    Request request{.direction = Direction::get, .pieces = {}};
    request.pieces.push_back({.file = region::Nest(0, bytes, {}),
                              .elements = std::make_shared<const Elements>(std::move(doubles)),
                              .address = memory.data()});
    Mover mover(request);
    ASSERT_EQ(mover.room_in_memory(0, 0, bytes), memory.data());
    EXPECT_EQ(mover.room_in_memory(0, 4, bytes), nullptr) << "part of an element";
    mover.decode_in_place(0, memory.data(), bytes);
    EXPECT_EQ(memory, expected);
}

TEST(Mover, RunsOfAListHaveRoomWhereTheListSays) {
    // Elements 2 and 3 of the file are the last of the buffer, 6 the first.
    const auto runs = std::make_shared<const std::vector<region::Run>>(
        std::vector{region::Run(2, 2, 1), region::Run(6, 1, 0)});
    const region::ElementPlaces places{.begin = 100, .element_bytes = 4};
    std::array<std::int32_t, 6> memory{};
    Elements ints;
    ints.codec = {.kernels = types::find_kernels(types::External::int32, types::Memory::int_,
                                                 types::ByteRule::checked),
                  .external_bytes = 4,
                  .memory_bytes = 4};
    ints.memory = std::make_shared<const region::Pattern>(region::Pattern::elements({{3, 4}}));
    Request request{.direction = Direction::get, .pieces = {}};
    Piece piece;
    piece.file = region::RunList(runs, places);
    piece.elements = std::make_shared<const Elements>(ints);
    piece.address = reinterpret_cast<std::byte*>(memory.data());
    request.pieces.push_back(piece);
    ints.memory = std::make_shared<const region::Pattern>(region::Pattern::elements({{3, 8}}));
    piece.elements = std::make_shared<const Elements>(ints);
    request.pieces.push_back(piece);
    const Mover mover(request);
    EXPECT_EQ(mover.room_in_memory(0, 0, 8), piece.address + 4);
    EXPECT_EQ(mover.room_in_memory(0, 4, 8), piece.address + 8);
    EXPECT_EQ(mover.room_in_memory(0, 8, 12), piece.address);
    EXPECT_EQ(mover.room_in_memory(1, 0, 8), nullptr) << "not side by side in memory";
}

}  // namespace
}  // namespace weft::engine
