// SPDX-License-Identifier: BSD-3-Clause
// Puts that are quantised by a method that asks for the number of each value.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "engine/request/mover.hpp"
#include "types/copy.hpp"

namespace weft::engine {
namespace {

constexpr std::int64_t bytes = sizeof(float);
constexpr std::int64_t begin = 12;  // of the variable in the file
constexpr std::int64_t file_bytes = begin + 60 * bytes;

/// A request whose piece has this nest, counted in values, and the values in memory.
class Put {
public:
    Put(std::int64_t first, std::int64_t run, std::int64_t count, std::int64_t pitch) {
        for (std::int64_t i = 0; i < run * count; ++i)
            values_.push_back(1.01F * static_cast<float>(i + 1));
        Elements elements;
        elements.codec = {.kernels = &types::copy_kernels(bytes),
                          .external_bytes = bytes,
                          .memory_bytes = bytes,
                          .fill = {},
                          .quantizer = {.how = {types::QuantizeMode::bit_groom, 2},
                                        .type = types::External::float32,
                                        .order = std::endian::native,
                                        .fill = {}},
                          .begin_of_values = begin};
        elements.memory = std::make_shared<const region::Pattern>(
            region::Pattern::elements({{run * count, bytes}}));
        request_.pieces.push_back(
            {.file = region::Nest(begin + first * bytes, run * bytes, {{count, pitch * bytes}}),
             .elements = std::make_shared<const Elements>(std::move(elements)),
             .address = reinterpret_cast<std::byte*>(values_.data())});
        for (std::int64_t i = 0; i < run * count; ++i)
            numbers_.push_back(first + i / run * pitch + i % run);
    }

    /// The expected values in the order of the stream, quantised one at a time.
    [[nodiscard]] std::vector<float> expected() const {
        std::vector<float> all = values_;
        for (std::size_t i = 0; i < all.size(); ++i)
            types::quantize(request_.pieces.front().elements->codec.quantizer,
                            {.first = reinterpret_cast<std::byte*>(&all[i]),
                             .stride = bytes,
                             .count = 1,
                             .number = numbers_[i]});
        return all;
    }

    /// Moves so many bytes at a time.
    [[nodiscard]] std::vector<float> moved(FileBuffer::Form form, std::int64_t at_once) const {
        std::vector<std::byte> buffer(file_bytes);
        const std::int64_t end = request_.bytes();
        Mover mover(request_);
        for (std::int64_t from = 0; from < end; from += at_once)
            mover.move(0, from, std::min(end, from + at_once),
                       {.data = buffer.data(), .origin = 0, .form = form});
        std::vector<float> all(values_.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::int64_t place = form == FileBuffer::Form::image
                                           ? begin + numbers_[i] * bytes
                                           : static_cast<std::int64_t>(i) * bytes;
            std::memcpy(&all[i], buffer.data() + place, bytes);
        }
        return all;
    }

    [[nodiscard]] const Request& request() const { return request_; }

private:
    std::vector<float> values_;
    std::vector<std::int64_t> numbers_;
    Request request_;
};

TEST(Mover, AValueIsQuantisedByItsNumberHoweverItMoves) {
    for (const Put& put :
         {Put(0, 10, 1, 10), Put(3, 3, 5, 7), Put(1, 1, 9, 3), Put(2, 1, 9, 4), Put(0, 4, 6, 5)}) {
        for (const auto form : {FileBuffer::Form::image, FileBuffer::Form::packed})
            for (const std::int64_t at_once : {1, 4, 6, 8, 31, 1000})
                EXPECT_EQ(put.moved(form, at_once), put.expected()) << at_once;
    }
}

TEST(Mover, WhatIsQuantisedIsNotWrittenFromTheProgramsMemory) {
    const Put put(0, 10, 1, 10);
    const Mover mover(put.request());
    EXPECT_EQ(mover.bytes_in_memory(0, 0, 40), nullptr);
    EXPECT_NE(mover.room_in_memory(0, 0, 40), nullptr);
}

}  // namespace
}  // namespace weft::engine
