// SPDX-License-Identifier: BSD-3-Clause
// For tests: visits every pair of types of a variant, with the expected result of each conversion.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "types/conversion_model.hpp"
#include "types/variants.hpp"

namespace weft::types {

using plain::Bytes;
using plain::ValueKind;

enum class Coding { encode, decode };

/// A row of the conversion table in one direction.
struct Pair {
    const Variant* variant;
    External external;
    Memory memory;
    ByteRule rule;
    Coding direction;

    bool encodes() const { return direction == Coding::encode; }
    ValueKind file_kind() const {
        if (rule == ByteRule::unsigned_allowed) return plain::kind_of(memory);
        return plain::kind_of(external);
    }
    ValueKind from() const { return encodes() ? plain::kind_of(memory) : file_kind(); }
    ValueKind to() const { return encodes() ? file_kind() : plain::kind_of(memory); }
    const Kernels* kernels() const { return find_in(*variant->table, external, memory, rule); }
};

inline std::string describe(const Pair& pair) {
    return std::string(pair.variant->name) + (pair.encodes() ? " encode " : " decode ") +
           name_of(pair.external) + " with memory type " +
           std::to_string(static_cast<int>(pair.memory)) +
           (pair.rule == ByteRule::checked ? "" : ", unsigned allowed");
}

inline bool is_unsigned_byte(External external, Memory memory) {
    return external == External::byte && memory == Memory::uchar;
}

inline bool text_meets_number(External external, Memory memory) {
    return (external == External::character) != (memory == Memory::text);
}

template <class Visit>
void for_each_pair(const Variant& variant, Visit visit) {
    for (int number = 1; number <= external_count; ++number) {
        for (int memory = 0; memory < memory_count; ++memory) {
            const auto external = static_cast<External>(number);
            const auto type = static_cast<Memory>(memory);
            if (text_meets_number(external, type)) continue;
            for (const ByteRule rule : {ByteRule::checked, ByteRule::unsigned_allowed}) {
                if (rule == ByteRule::unsigned_allowed && !is_unsigned_byte(external, type))
                    continue;
                for (const Coding direction : {Coding::encode, Coding::decode})
                    visit(Pair{&variant, external, type, rule, direction});
            }
        }
    }
}

/// The fill value that a caller passes to encode; not the default, so that tests find a kernel that
/// ignores it.
inline constexpr Bytes caller_fill = {std::byte{0x5A}, std::byte{0x01}, std::byte{0x02},
                                      std::byte{0x03}, std::byte{0x04}, std::byte{0x05},
                                      std::byte{0x06}, std::byte{0x07}};

struct Expected {
    Bytes bytes;
    bool fits;
};

/// `value` and the result are in file order on the file side.
inline Expected expect(const Pair& pair, const Bytes& value) {
    const ValueKind from = pair.from();
    const ValueKind to = pair.to();
    const Bytes native = pair.encodes() ? value : plain::file_order(value, from.size);
    if (const auto result = plain::convert(native, from, to))
        return {pair.encodes() ? plain::file_order(*result, to.size) : *result, true};
    if (pair.encodes()) return {caller_fill, false};
    const External fill_type = plain::fill_source(pair.memory);
    const Bytes fill =
        plain::file_order(default_fill(fill_type), static_cast<std::size_t>(size_of(fill_type)));
    const auto replacement = plain::convert(fill, plain::kind_of(fill_type), to);
    return {replacement.value(), false};
}

inline bool same(const Pair& pair, const Bytes& actual, const Bytes& expected) {
    const auto size = static_cast<std::ptrdiff_t>(pair.to().size);
    return std::equal(actual.begin(), actual.begin() + size, expected.begin());
}

struct Strides {
    std::ptrdiff_t to;
    std::ptrdiff_t from;
};

inline bool move(const Pair& pair, std::byte* to, const std::byte* from, Strides strides,
                 std::size_t count) {
    const Kernels* kernels = pair.kernels();
    return pair.encodes()
               ? kernels->encode(to, strides.to, from, strides.from, count, caller_fill.data())
               : kernels->decode(to, strides.to, from, strides.from, count);
}

inline std::vector<Bytes> source_values(const Pair& pair) {
    const ValueKind from = pair.from();
    std::vector<Bytes> values = plain::telling_values(from);
    if (!pair.encodes())
        for (Bytes& value : values) value = plain::file_order(value, from.size);
    return values;
}

class KernelsOfVariant : public testing::TestWithParam<Variant> {
protected:
    void SetUp() override {
        if (!GetParam().runs_here()) GTEST_SKIP() << "this processor lacks the instructions";
    }
};

}  // namespace weft::types
