// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/quantizing.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string_view>

#include "model/quantization.hpp"
#include "types/byte_order.hpp"

namespace weft::dataset {
namespace {

using types::External;
using types::Quantization;
using types::QuantizeMode;

constexpr Quantization twelve_bits{QuantizeMode::bit_round, 12};

class Quantizing : public testing::Test {
protected:
    Quantizing() {
        definition_.limits.stores_chunks = true;
        definition_.limits.byte_order = std::endian::little;
        definition_.schema.add_dimension({.name = "time", .length = 3});
    }
    model::Variable& add(std::string_view name, External type) {
        model::Variable variable;
        variable.name = name;
        variable.type = type;
        variable.dimension_ids = {0};
        variable.byte_order = std::endian::little;
        definition_.no_fill.push_back(true);
        return definition_.schema.variable(definition_.schema.add_variable(std::move(variable)));
    }
    static void put(model::Variable& variable, const char* name, External type,
                    std::span<const std::byte> values) {
        model::Attribute& attribute = variable.attributes.begin_one(name);
        attribute.type = type;
        attribute.count = std::ssize(values) / types::size_of(type);
        attribute.values = values;
    }
    [[nodiscard]] Quantization told(int id) const {
        return model::told_quantization(definition_.variable(id));
    }

    container::Definition definition_;
};

TEST_F(Quantizing, TheHintIsForFloatingVariablesThatNobodyNeedsExactly) {
    const std::string_view names = "lat lon_2";
    put(add("tas", External::float32), "coordinates", External::character,
        std::as_bytes(std::span(names)));
    add("time", External::float64);
    add("lat", External::float64);
    add("lon", External::float64);
    add("count", External::int32);
    settle_quantization(definition_, twelve_bits);
    EXPECT_EQ(told(0), twelve_bits);
    EXPECT_EQ(told(1), Quantization());
    EXPECT_EQ(told(2), Quantization());
    EXPECT_EQ(told(3), twelve_bits);
    EXPECT_EQ(told(4), Quantization());
}

TEST_F(Quantizing, AttributesThatAreAddedDoNotHideTheNames) {
    const std::string_view names = "area: area";
    const auto text = std::as_bytes(std::span(names));
    put(add("air", External::float32), "cell_measures", External::character, text);
    // These may get the memory that the attributes of the first one have had.
    for (const char* const other : {"sea", "ice", "soil"}) add(other, External::float32);
    const int area = definition_.schema.variable_count();
    add("area", External::float64);
    // A copy has no room for further attributes.
    definition_.schema = model::Schema(definition_.schema);
    settle_quantization(definition_, twelve_bits);
    EXPECT_EQ(told(0), twelve_bits);
    EXPECT_EQ(told(area), Quantization());
}

TEST_F(Quantizing, WhatTheProgramSaysStands) {
    add("asked", External::float32).quantization = Quantization{QuantizeMode::granular, 3};
    add("declined", External::float32).quantization = Quantization{};
    model::tell_quantization(add("copied", External::float32), {QuantizeMode::bit_groom, 2});
    settle_quantization(definition_, twelve_bits);
    EXPECT_EQ(told(0), (Quantization{QuantizeMode::granular, 3}));
    EXPECT_EQ(told(1), Quantization());
    EXPECT_EQ(told(2), (Quantization{QuantizeMode::bit_groom, 2}));
    EXPECT_FALSE(definition_.variable(2).quantization);
}

TEST_F(Quantizing, ATypeHasNoMoreDigitsThanItHas) {
    add("tas", External::float32);
    settle_quantization(definition_, Quantization{QuantizeMode::bit_round, 40});
    EXPECT_EQ(told(0), (Quantization{QuantizeMode::bit_round, 23}));
}

TEST_F(Quantizing, AMissingValueIsNotLost) {
    const float missing = 1e20F;
    const auto bytes = std::as_bytes(std::span(&missing, 1));
    put(add("alone", External::float32), "missing_value", External::float32, bytes);
    put(add("both", External::float32), "missing_value", External::float32, bytes);
    put(definition_.schema.variable(1), "_FillValue", External::float32, bytes);
    settle_quantization(definition_, twelve_bits);
    EXPECT_EQ(told(0), Quantization());
    EXPECT_EQ(told(1), twelve_bits);
}

TEST_F(Quantizing, VariablesThatTheFileHasStay) {
    add("old", External::float32);
    definition_.before = definition_.schema;
    add("new", External::float32);
    settle_quantization(definition_, twelve_bits);
    EXPECT_EQ(told(0), Quantization());
    EXPECT_EQ(told(1), twelve_bits);
}

TEST_F(Quantizing, OnlyFormatsWithSuchAttributesAreConcerned) {
    definition_.limits.stores_chunks = false;
    add("tas", External::float32);
    settle_quantization(definition_, twelve_bits);
    EXPECT_EQ(told(0), Quantization());
}

}  // namespace
}  // namespace weft::dataset
