// SPDX-License-Identifier: BSD-3-Clause
#include "model/quantization.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

namespace weft::model {
namespace {

using types::Quantization;
using types::QuantizeMode;

struct Named {
    QuantizeMode mode;
    const char* attribute;
};
constexpr std::array<Named, 3> modes{
    {{QuantizeMode::bit_groom, "_QuantizeBitGroomNumberOfSignificantDigits"},
     {QuantizeMode::granular, "_QuantizeGranularBitRoundNumberOfSignificantDigits"},
     {QuantizeMode::bit_round, "_QuantizeBitRoundNumberOfSignificantBits"}}};

/// The value of an attribute that is one int; 0 for any other attribute.
std::int32_t number_in(const Attribute& attribute) {
    std::int32_t number = 0;
    const bool is_int = attribute.foreign == nullptr && attribute.count == 1 &&
                        attribute.type == types::External::int32;
    if (is_int) std::memcpy(&number, attribute.values.data(), sizeof number);
    return number;
}

}  // namespace

const char* quantization_attribute(QuantizeMode mode) {
    for (const Named& one : modes)
        if (one.mode == mode) return one.attribute;
    return nullptr;
}

Quantization told_quantization(const Variable& variable) {
    for (const Named& one : modes) {
        const int id = variable.attributes.find(one.attribute);
        if (id >= 0) return {one.mode, number_in(variable.attributes.at(id))};
    }
    return {};
}

std::optional<Quantization> usable_quantization(const Variable& variable) {
    const Quantization told = told_quantization(variable);
    const bool is_usable = variable.has_values() && told.digits >= 1 &&
                           told.digits <= types::most_digits(told.mode, variable.type);
    return is_usable ? std::optional(told) : std::nullopt;
}

void tell_quantization(Variable& variable, Quantization how) {
    AttributeList& attributes = variable.attributes;
    for (const Named& one : modes) {
        const int id = attributes.find(one.attribute);
        if (one.mode != how.mode && id >= 0) attributes.remove(id);
    }
    if (how.mode == QuantizeMode::none) return;
    const char* const name = quantization_attribute(how.mode);
    const int known = attributes.find(name);
    Attribute& attribute = known >= 0 ? attributes.at(known) : attributes.begin_one(name);
    const std::int32_t number = how.digits;
    attribute.type = types::External::int32;
    attribute.is_string = false;
    attribute.foreign = nullptr;
    attribute.count = 1;
    attribute.values = std::as_bytes(std::span(&number, 1));
}

}  // namespace weft::model
