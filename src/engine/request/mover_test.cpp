// SPDX-License-Identifier: BSD-3-Clause
// Elements between memory and file form against a model that converts them one at a time.
#include "engine/request/mover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_range_flags.hpp"
#include "engine/request/test_requests.hpp"
#include "region/cut.hpp"

namespace weft::engine {
namespace {

constexpr std::byte untouched{0x5A};

/// A piece's stream out of a file image.
Bytes stream_of(const region::Nest& nest, const Bytes& file) {
    Bytes stream;
    for (const std::int64_t offset : offsets_of(nest))
        stream.push_back(file[static_cast<std::size_t>(offset)]);
    return stream;
}

/// Cuts [0, bytes) into consecutive ranges of random length, often of one byte.
std::vector<std::int64_t> random_cuts(Random& random, std::int64_t bytes) {
    std::vector<std::int64_t> cuts = {0};
    const std::int64_t longest = random.one_in(2) ? 3 : 60;
    while (cuts.back() < bytes)
        cuts.push_back(std::min(bytes, cuts.back() + random.between(1, longest)));
    return cuts;
}

class MoverOfSeed : public testing::TestWithParam<FileBuffer::Form> {
protected:
    /// Moves [from, to) of a piece through a buffer of its own that has no byte to spare.
    void move(Mover& mover, const Request& request, std::size_t piece, std::int64_t from,
              std::int64_t to, Bytes& file) {
        const region::Nest& nest = *request.pieces[piece].file.nest();
        const std::vector<std::int64_t> offsets = offsets_of(nest);
        const bool image = GetParam() == FileBuffer::Form::image;
        const std::int64_t origin = image ? offsets[static_cast<std::size_t>(from)] : from;
        const std::int64_t end = image ? offsets[static_cast<std::size_t>(to - 1)] + 1 : to;
        Bytes buffer(static_cast<std::size_t>(end - origin), untouched);
        const auto in_buffer = [&](std::int64_t position) -> std::byte& {
            const std::int64_t at = image ? offsets[static_cast<std::size_t>(position)] : position;
            return buffer[static_cast<std::size_t>(at - origin)];
        };
        const auto in_file = [&](std::int64_t position) -> std::byte& {
            return file[static_cast<std::size_t>(offsets[static_cast<std::size_t>(position)])];
        };
        const bool put = request.direction == Direction::put;
        for (std::int64_t at = from; at < to && !put; ++at) in_buffer(at) = in_file(at);
        const Bytes before = buffer;
        mover.move(piece, from, to, {.data = buffer.data(), .origin = origin, .form = GetParam()});
        Bytes holes = buffer;
        for (std::int64_t at = from; at < to && put; ++at) {
            in_file(at) = in_buffer(at);
            const std::int64_t index =
                (image ? offsets[static_cast<std::size_t>(at)] : at) - origin;
            holes[static_cast<std::size_t>(index)] = untouched;
        }
        EXPECT_EQ(holes, before) << "only the range's bytes change, and none by a get";
    }

    void move_all(Random& random, const Request& request, Bytes& file, bool& all_in_range) {
        Mover mover(request);
        for (std::size_t piece = 0; piece < request.pieces.size(); ++piece) {
            const std::vector<std::int64_t> cuts =
                random_cuts(random, request.pieces[piece].file.bytes());
            for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
                move(mover, request, piece, cuts[i], cuts[i + 1], file);
        }
        all_in_range = mover.all_in_range();
    }
};

INSTANTIATE_TEST_SUITE_P(Forms, MoverOfSeed,
                         testing::Values(FileBuffer::Form::image, FileBuffer::Form::packed),
                         [](const auto& form) {
                             return form.param == FileBuffer::Form::image ? "Image" : "Packed";
                         });

TEST_P(MoverOfSeed, PutsAgreeWithTheModelWhereverRangesCut) {
    for (const std::uint64_t seed : test_seeds(400)) {
        Random random(seed);
        std::vector<bool> taken(600);
        Sample sample = random_sample(random, Direction::put, {.taken = &taken});
        const RangeFlags flags(sample.request);
        Bytes file = random.bytes(600);
        const Expected expected = expect(sample, file);
        bool all_in_range = true;
        move_all(random, sample.request, file, all_in_range);
        ASSERT_EQ(file, expected.file) << replay_of(seed);
        ASSERT_EQ(all_in_range, expected.all_in_range) << replay_of(seed);
        ASSERT_EQ(flags.values(), expected.out_of_range) << replay_of(seed);
        ASSERT_EQ(sample.buffers, expected.buffers) << "a put leaves the memory alone";
    }
}

TEST_P(MoverOfSeed, GetsAgreeWithTheModelWhereverRangesCut) {
    for (const std::uint64_t seed : test_seeds(400)) {
        Random random(seed);
        Sample sample = random_sample(random, Direction::get, {});
        const RangeFlags flags(sample.request);
        Bytes file = random.bytes(600);
        const Expected expected = expect(sample, file);
        bool all_in_range = true;
        move_all(random, sample.request, file, all_in_range);
        ASSERT_EQ(sample.buffers, expected.buffers) << replay_of(seed);
        ASSERT_EQ(all_in_range, expected.all_in_range) << replay_of(seed);
        ASSERT_EQ(flags.values(), expected.out_of_range) << replay_of(seed);
    }
}

TEST_P(MoverOfSeed, PiecesMayTakeTurnsWithElementsCut) {
    // Moves as windows do: each delivers a few bytes of every piece before the next one.
    for (const std::uint64_t seed : test_seeds(200)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::get, {});
        Bytes file = random.bytes(600);
        const Expected expected = expect(sample, file);
        Mover mover(sample.request);
        for (std::int64_t from = 0, left = 1; left > 0; from += 3) {
            left = 0;
            for (std::size_t piece = 0; piece < sample.request.pieces.size(); ++piece) {
                const std::int64_t bytes = sample.request.pieces[piece].file.bytes();
                if (from >= bytes) continue;
                move(mover, sample.request, piece, from, std::min(from + 3, bytes), file);
                ++left;
            }
        }
        ASSERT_EQ(sample.buffers, expected.buffers) << replay_of(seed);
    }
}

/// Parts of a request's pieces: all but their first elements.
Request without_first_elements(const Request& request) {
    Request parts = request;
    for (Piece& piece : parts.pieces) {
        const std::int64_t element = piece.elements->codec.external_bytes;
        piece.file = region::Cut::of(piece.file, {element, piece.file.bytes()});
    }
    return parts;
}

TEST(Mover, APartOfAPieceSharesItsMemory) {
    for (const std::uint64_t seed : test_seeds(200)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::put, {});
        const Request parts = without_first_elements(sample.request);
        Mover whole_mover(sample.request);
        Mover part_mover(parts);
        for (std::size_t i = 0; i < sample.request.pieces.size(); ++i) {
            const region::FileShape& whole = sample.request.pieces[i].file;
            const region::FileShape& part = parts.pieces[i].file;
            const std::int64_t skipped = whole.bytes() - part.bytes();
            if (part.empty()) continue;
            Bytes packed(static_cast<std::size_t>(part.bytes()));
            Bytes expected = packed;
            part_mover.move(i, 0, part.bytes(),
                            {.data = packed.data(), .form = FileBuffer::Form::packed});
            whole_mover.move(
                i, skipped, whole.bytes(),
                {.data = expected.data(), .origin = skipped, .form = FileBuffer::Form::packed});
            ASSERT_EQ(packed, expected) << replay_of(seed);
            Bytes image(static_cast<std::size_t>(whole.end()));
            Bytes expected_image = image;
            part_mover.move(i, 0, part.bytes(), {.data = image.data()});
            whole_mover.move(i, skipped, whole.bytes(), {.data = expected_image.data()});
            ASSERT_EQ(image, expected_image) << replay_of(seed);
        }
    }
}

TEST(Mover, AnElementReachesMemoryOnlyWhenItIsComplete) {
    Random random(1);
    Sample sample;
    do {
        sample = random_sample(random, Direction::get, {});
    } while (sample.request.pieces.empty() ||
             sample.request.pieces.front().elements->codec.external_bytes != 8);
    const Bytes file = random.bytes(600);
    const Expected expected = expect(sample, file);
    Bytes stream = stream_of(*sample.request.pieces.front().file.nest(), file);
    const std::vector<Bytes> before = sample.buffers;
    Mover mover(sample.request);
    for (std::int64_t at = 0; at < 8; ++at) {
        EXPECT_EQ(sample.buffers, before) << "after " << at << " bytes";
        mover.move(0, at, at + 1, {.data = stream.data(), .form = FileBuffer::Form::packed});
    }
    const auto place = static_cast<std::size_t>(sample.places_of(0).front());
    const std::size_t buffer = sample.types.front().buffer;
    EXPECT_EQ(sample.buffers[buffer][place], expected.buffers[buffer][place]);
    EXPECT_NE(sample.buffers, before);
}

}  // namespace
}  // namespace weft::engine
