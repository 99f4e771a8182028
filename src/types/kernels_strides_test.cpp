// SPDX-License-Identifier: BSD-3-Clause
// Every pair at every stride and count, against types/conversion_model.hpp.
// The variants are listed in kernels_test.cpp, for the tests of both files.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <vector>

#include "types/kernel_pairs.hpp"

namespace weft::types {
namespace {

/// `misfit` among zeros, with values `step` places apart on both sides.
void report_from_anywhere(const Pair& pair, const Bytes& misfit, std::size_t step) {
    constexpr std::size_t count = 1200;
    const std::size_t from_stride = step * pair.from().size;
    const std::size_t to_stride = step * pair.to().size;
    std::vector<std::byte> to(count * to_stride);
    for (const std::size_t at : {0U, 1U, 63U, 511U, 512U, 1023U, 1197U, 1199U}) {
        std::vector<std::byte> from(count * from_stride);
        const Strides strides{.to = static_cast<std::ptrdiff_t>(to_stride),
                              .from = static_cast<std::ptrdiff_t>(from_stride)};
        EXPECT_TRUE(move(pair, to.data(), from.data(), strides, count)) << describe(pair);
        std::memcpy(from.data() + at * from_stride, misfit.data(), pair.from().size);
        EXPECT_FALSE(move(pair, to.data(), from.data(), strides, count))
            << describe(pair) << ", at " << at;
    }
}

TEST_P(KernelsOfVariant, OneReplacedValueAnywhereIsReported) {
    for_each_pair(GetParam(), [](const Pair& pair) {
        for (const Bytes& value : source_values(pair)) {
            if (expect(pair, value).fits) continue;
            report_from_anywhere(pair, value, 1);
            report_from_anywhere(pair, value, 2);
            return;
        }
    });
}

/// Source and target of one call with room for any stride, and what the target must become.
class Exchange {
public:
    Exchange(const Pair& pair, const std::vector<Bytes>& values,
             const std::vector<Expected>& expected, Strides strides, std::size_t count)
        : pair_(pair),
          strides_(strides),
          count_(count),
          from_(room_for(strides.from, count)),
          to_(room_for(strides.to, count), untouched),
          wanted_(to_) {
        const std::size_t places = strides.from == 0 && count > 0 ? 1 : count;
        for (std::size_t i = 0; i < places; ++i)
            std::memcpy(at(from_, strides.from, i), values[i % values.size()].data(),
                        pair.from().size);
        for (std::size_t i = 0; i < count; ++i) {
            const Expected& result = expected[i % places % values.size()];
            std::memcpy(at(wanted_, strides.to, i), result.bytes.data(), pair.to().size);
            fits_ &= result.fits;
        }
    }

    void run() {
        const std::vector<std::byte> before = from_;
        const bool fits =
            move(pair_, at(to_, strides_.to, 0), at(from_, strides_.from, 0), strides_, count_);
        const bool good = fits == fits_ && from_ == before && to_ == wanted_;
        EXPECT_TRUE(good) << describe(pair_) << ", " << count_ << " values, strides " << strides_.to
                          << " from " << strides_.from << ", fits " << fits << ", source unchanged "
                          << (from_ == before) << ", target right " << (to_ == wanted_);
    }

private:
    static constexpr std::byte untouched{0xA7};

    /// An odd number, and the first value in the middle: nothing is aligned, and strides may be
    /// negative.
    static std::size_t room_for(std::ptrdiff_t stride, std::size_t count) {
        return 2 * (static_cast<std::size_t>(std::abs(stride)) * count + 8) + 1;
    }

    static std::byte* at(std::vector<std::byte>& room, std::ptrdiff_t stride, std::size_t i) {
        return room.data() + room.size() / 2 + 1 + stride * static_cast<std::ptrdiff_t>(i);
    }

    Pair pair_;
    Strides strides_;
    std::size_t count_;
    std::vector<std::byte> from_;
    std::vector<std::byte> to_;
    std::vector<std::byte> wanted_;
    bool fits_ = true;
};

std::vector<std::ptrdiff_t> strides_of(std::size_t value_size) {
    const auto size = static_cast<std::ptrdiff_t>(value_size);
    return {size, 0, -size, 2 * size + 1, -3 * size};
}

void exchange_at_all_strides(const Pair& pair) {
    const std::vector<Bytes> values = source_values(pair);
    std::vector<Expected> expected;
    for (const Bytes& value : values) expected.push_back(expect(pair, value));
    for (const std::ptrdiff_t to : strides_of(pair.to().size)) {
        for (const std::ptrdiff_t from : strides_of(pair.from().size)) {
            for (const std::size_t count : {0U, 1U, 7U, 1000U})
                Exchange(pair, values, expected, {.to = to, .from = from}, count).run();
        }
    }
}

TEST_P(KernelsOfVariant, EncodeAtEveryStrideAndCount) {
    for_each_pair(GetParam(), [](const Pair& pair) {
        if (pair.encodes()) exchange_at_all_strides(pair);
    });
}

TEST_P(KernelsOfVariant, DecodeAtEveryStrideAndCount) {
    for_each_pair(GetParam(), [](const Pair& pair) {
        if (!pair.encodes()) exchange_at_all_strides(pair);
    });
}

TEST_P(KernelsOfVariant, SourceMayBeReadOnly) {
    constexpr std::size_t page_bytes = 16384;
    void* pages = mmap(nullptr, page_bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(pages, MAP_FAILED);
    const auto* from = static_cast<const std::byte*>(pages);
    std::vector<std::byte> to(page_bytes);
    for_each_pair(GetParam(), [&](const Pair& pair) {
        const auto to_size = static_cast<std::ptrdiff_t>(pair.to().size);
        const auto from_size = static_cast<std::ptrdiff_t>(pair.from().size);
        EXPECT_TRUE(move(pair, to.data(), from, {to_size, from_size}, 1000)) << describe(pair);
        EXPECT_TRUE(move(pair, to.data(), from, {to_size, 2 * from_size}, 1000)) << describe(pair);
    });
    munmap(pages, page_bytes);
}

TEST_P(KernelsOfVariant, NothingIsTouchedWhenThereAreNoValues) {
    for_each_pair(GetParam(), [](const Pair& pair) {
        EXPECT_TRUE(move(pair, nullptr, nullptr, {1, 1}, 0)) << describe(pair);
        EXPECT_TRUE(move(pair, nullptr, nullptr, {0, 0}, 0)) << describe(pair);
    });
}

}  // namespace
}  // namespace weft::types
