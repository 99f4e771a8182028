// SPDX-License-Identifier: BSD-3-Clause
#include "codecs/hdf5_filters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codecs/test_chunks.hpp"

namespace weft::codecs {
namespace {

using testing::HasSubstr;

constexpr std::uint32_t count_of_elements = 42;
constexpr std::uint32_t bytes_of_element = 4;
constexpr std::uint32_t whole_bytes = count_of_elements * bytes_of_element;
constexpr std::size_t bytes_of_header = 21;

/// The filter as libhdf5 sets it for integers, but with these numbers.
Filter scaleoffset(std::uint32_t count = count_of_elements,
                   std::uint32_t bytes = bytes_of_element) {
    Filter filter{.id = filter_id::scaleoffset,
                  .is_optional = true,
                  .parameters = {2, 0, count, 0, bytes, 1, 0, 1}};
    filter.parameters.resize(20);
    return filter;
}

/// The header of elements of so many bits, and some bytes.
Bytes scaled(std::uint32_t bits, std::size_t bytes) {
    Bytes stored(bytes_of_header + bytes);
    stored[0] = static_cast<std::byte>(bits & 0xffU);
    stored[3] = static_cast<std::byte>(bits >> 24);
    stored[4] = std::byte{8};
    return stored;
}

Filter nbit(std::vector<std::uint32_t> behind_count, std::uint32_t is_as_it_was = 0) {
    Filter filter{.id = filter_id::nbit,
                  .is_optional = true,
                  .parameters = {8, is_as_it_was, count_of_elements}};
    filter.parameters.insert(filter.parameters.end(), behind_count.begin(), behind_count.end());
    return filter;
}

Status checked(const std::vector<Filter>& filters, const Bytes& stored, std::uint32_t mask = 0) {
    Scratch scratch;
    const GuardedBytes guarded(stored, GuardedBytes::Side::end);
    return pipeline_for(filters, whole_bytes).check_for_hdf5(mask, guarded.span(), scratch);
}

void expect_damaged(const Status& status, const std::string& reason) {
    EXPECT_EQ(status.code(), Code::efilter);
    EXPECT_THAT(status.context(), HasSubstr(reason));
}

TEST(Hdf5Filters, ScaleoffsetNeedsTheBitsOfItsHeader) {
    for (const auto& [bits, bytes] : std::vector<std::pair<std::uint32_t, std::size_t>>{
             {0, 0}, {1, 6}, {3, 16}, {8, 42}, {31, 163}, {32, whole_bytes}}) {
        SCOPED_TRACE(bits);
        EXPECT_TRUE(checked({scaleoffset()}, scaled(bits, bytes)).ok());
        EXPECT_TRUE(checked({scaleoffset()}, scaled(bits, bytes + 1)).ok());
        if (bytes > 0) expect_damaged(checked({scaleoffset()}, scaled(bits, bytes - 1)), "needs");
    }
    expect_damaged(checked({scaleoffset()}, scaled(33, 2 * whole_bytes)), "33 bits");
    expect_damaged(checked({scaleoffset()}, scaled(0x80000001U, 2 * whole_bytes)), "bits");
    expect_damaged(checked({scaleoffset()}, Bytes(bytes_of_header - 1)),
                   "filter 6 (scaleoffset): it has 20 bytes to decode, and needs 21");
    expect_damaged(checked({scaleoffset()}, {}), "0 bytes");
}

TEST(Hdf5Filters, ParametersOfAnotherChunkAreDamage) {
    const Bytes stored = scaled(8, 400);
    expect_damaged(checked({scaleoffset(count_of_elements, 0)}, stored), "42 elements of 0 bytes");
    expect_damaged(checked({scaleoffset(count_of_elements, 2)}, stored), "42 elements of 2 bytes");
    expect_damaged(checked({scaleoffset(2 * count_of_elements, 2)}, stored),
                   "84 elements of 2 bytes");
    expect_damaged(checked({scaleoffset(41)}, stored), "41 elements of 4 bytes");
    expect_damaged(checked({scaleoffset(~0U, ~0U)}, stored), "its parameters are for");
    expect_damaged(checked({{filter_id::scaleoffset, true, {2, 0, 42, 0}}}, stored),
                   "it has 4 parameters, and needs 5");
    expect_damaged(checked({nbit({1, 0, 0, 7, 0})}, stored), "42 elements of 0 bytes");
}

TEST(Hdf5Filters, NbitNeedsTheBitsThatCount) {
    const Filter twelve = nbit({1, bytes_of_element, 0, 12, 3});
    EXPECT_TRUE(checked({twelve}, Bytes(63)).ok());
    expect_damaged(checked({twelve}, Bytes(62)), "filter 5 (nbit): it has 62 bytes");
    EXPECT_TRUE(checked({nbit({1, bytes_of_element, 0, 12, 20})}, Bytes(63)).ok());
    expect_damaged(checked({nbit({1, bytes_of_element, 0, 12, 21})}, Bytes(63)),
                   "12 bits from bit 21");
    expect_damaged(checked({nbit({1, bytes_of_element, 0, 0, 0})}, Bytes(63)), "0 bits");
    expect_damaged(checked({nbit({1, bytes_of_element, 0, ~0U, ~0U})}, Bytes(63)), "bits");
    expect_damaged(checked({nbit({1, bytes_of_element})}, Bytes(63)), "it has 5 parameters");
    expect_damaged(checked({nbit({3, bytes_of_element, 0, 12, 3})}, Bytes(63)),
                   "not those of numbers");
    for (const Filter& filter :
         {nbit({4, bytes_of_element}), nbit({1, bytes_of_element, 0, 32, 0}, 1)}) {
        EXPECT_TRUE(checked({filter}, Bytes(whole_bytes)).ok());
        expect_damaged(checked({filter}, Bytes(whole_bytes - 1)), "needs 168");
    }
}

TEST(Hdf5Filters, OtherFiltersAreUndoneBefore) {
    const Filter deflate = usual_filter(filter_id::deflate, bytes_of_element);
    const Filter shuffle = usual_filter(filter_id::shuffle, bytes_of_element);
    const Filter checksum = usual_filter(filter_id::fletcher32, bytes_of_element);
    for (const std::vector<Filter>& behind : std::vector<std::vector<Filter>>{
             {deflate}, {shuffle, deflate}, {deflate, checksum}, {checksum}}) {
        std::vector<Filter> filters{scaleoffset()};
        filters.insert(filters.end(), behind.begin(), behind.end());
        EXPECT_TRUE(checked(filters, applied_by_libraries(behind, scaled(8, 42))).ok());
        expect_damaged(checked(filters, applied_by_libraries(behind, scaled(8, 41))),
                       "filter 6 (scaleoffset): it has 62 bytes");
        expect_damaged(checked(filters, random_chunk(90)), "filter");
    }
    EXPECT_TRUE(checked({shuffle, scaleoffset()}, scaled(8, 42)).ok());
    expect_damaged(checked({deflate, scaleoffset()}, scaled(8, 42)),
                   "filter 6 (scaleoffset): it is behind filter 1 (deflate)");
    EXPECT_EQ(checked({scaleoffset(), {32013, false, {}}}, scaled(8, 42)).code(), Code::enofilter);
}

TEST(Hdf5Filters, WhatWentThroughNoneIsAChunk) {
    const Filter deflate = usual_filter(filter_id::deflate, bytes_of_element);
    const Bytes chunk = smooth_chunk(whole_bytes);
    EXPECT_TRUE(checked({scaleoffset()}, chunk, 1).ok());
    EXPECT_TRUE(checked({scaleoffset(), deflate}, applied_by_library(deflate, chunk), 1).ok());
    EXPECT_TRUE(checked({deflate, scaleoffset()}, scaled(8, 42), 1).ok());
    expect_damaged(checked({scaleoffset()}, Bytes(whole_bytes - 1), 1), "without a filter");
}

}  // namespace
}  // namespace weft::codecs
