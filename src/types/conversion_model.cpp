// SPDX-License-Identifier: BSD-3-Clause
#include "types/conversion_model.hpp"

#include <limits>
#include <random>

namespace weft::types::model {
namespace {

constexpr ValueKind integer_kinds[] = {{false, true, 1},  {false, false, 1}, {false, true, 2},
                                       {false, false, 2}, {false, true, 4},  {false, false, 4},
                                       {false, true, 8},  {false, false, 8}};
constexpr int arbitrary_values = 64;

void add_near_limits(std::vector<Bytes>& values, const ValueKind& kind) {
    for (const ValueKind& other : integer_kinds) {
        for (const Wide limit : {lowest(other), highest(other)}) {
            for (int delta = -2; delta <= 2; ++delta) {
                if (const auto bytes = integer_bytes(limit + delta, kind)) values.push_back(*bytes);
            }
        }
    }
}

template <class Float>
void add_around(std::vector<Bytes>& values, Float value) {
    const Float infinity = std::numeric_limits<Float>::infinity();
    for (const Float near :
         {value, std::nextafter(value, infinity), std::nextafter(value, -infinity)}) {
        values.push_back(bytes_of(near));
        values.push_back(bytes_of(-near));
    }
}

template <class Float>
void add_floating(std::vector<Bytes>& values) {
    using Limits = std::numeric_limits<Float>;
    for (const ValueKind& other : integer_kinds) {
        for (const Wide limit : {lowest(other), highest(other)}) {
            for (const double delta : {-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0})
                add_around(values, static_cast<Float>(static_cast<double>(limit) + delta));
        }
    }
    for (const Float value :
         {Float{0}, Limits::min(), Limits::denorm_min(), Limits::max(), static_cast<Float>(FLT_MAX),
          static_cast<Float>(FLT_MIN), static_cast<Float>(1e-45), static_cast<Float>(1.1),
          static_cast<Float>(9.9692099683868690e+36)})
        add_around(values, value);
    for (const Float value : {Limits::infinity(), Limits::quiet_NaN()}) {
        values.push_back(bytes_of(value));
        values.push_back(bytes_of(-value));
    }
}

}  // namespace

std::vector<Bytes> telling_values(const ValueKind& kind) {
    std::vector<Bytes> values;
    if (!kind.floating)
        add_near_limits(values, kind);
    else if (kind.size == 4)
        add_floating<float>(values);
    else
        add_floating<double>(values);
    std::mt19937_64 random(7);
    for (int i = 0; i < arbitrary_values; ++i) {
        Bytes bytes = bytes_of(static_cast<std::uint64_t>(random()));
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(kind.size), bytes.end(),
                  std::byte{0});
        values.push_back(bytes);
    }
    return values;
}

}  // namespace weft::types::model
