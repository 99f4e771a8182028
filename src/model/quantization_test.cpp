// SPDX-License-Identifier: BSD-3-Clause
#include "model/quantization.hpp"

#include <gtest/gtest.h>

namespace weft::model {
namespace {

using types::Quantization;
using types::QuantizeMode;

TEST(Quantization, WhatIsToldIsFoundAndReplacesWhatWasToldBefore) {
    Variable variable;
    variable.type = types::External::float32;
    EXPECT_EQ(told_quantization(variable), Quantization());
    EXPECT_FALSE(usable_quantization(variable));
    tell_quantization(variable, {QuantizeMode::bit_groom, 3});
    tell_quantization(variable, {QuantizeMode::bit_groom, 4});
    EXPECT_EQ(told_quantization(variable), (Quantization{QuantizeMode::bit_groom, 4}));
    tell_quantization(variable, {QuantizeMode::bit_round, 12});
    EXPECT_EQ(usable_quantization(variable), (Quantization{QuantizeMode::bit_round, 12}));
    EXPECT_EQ(variable.attributes.size(), 1);
    EXPECT_EQ(variable.attributes.at(0).name.view(), "_QuantizeBitRoundNumberOfSignificantBits");
    tell_quantization(variable, {});
    EXPECT_EQ(variable.attributes.size(), 0);
}

TEST(Quantization, WhatCannotBeIsNotUsed) {
    Variable variable;
    variable.type = types::External::float32;
    for (const int bits : {0, -1, 24}) {
        tell_quantization(variable, {QuantizeMode::bit_round, bits});
        EXPECT_FALSE(usable_quantization(variable)) << bits;
    }
    variable.type = types::External::float64;
    EXPECT_TRUE(usable_quantization(variable));
    variable.type = types::External::int32;
    EXPECT_FALSE(usable_quantization(variable));
    variable.type = types::External::float64;
    variable.attributes.at(0).count = 2;
    EXPECT_EQ(told_quantization(variable), (Quantization{QuantizeMode::bit_round, 0}));
    EXPECT_FALSE(usable_quantization(variable));
}

}  // namespace
}  // namespace weft::model
