// SPDX-License-Identifier: BSD-3-Clause
#include "format/sizes.hpp"

#include <fmt/format.h>

#include "base/checked.hpp"

namespace weft::format {
namespace {

constexpr std::int64_t vsize_sentinel = 0xFFFFFFFF;
constexpr std::int64_t largest_vsize32 = 0xFFFFFFFC;
constexpr std::int64_t largest_vsize31 = 0x7FFFFFFC;

Status too_large(const model::Variable& variable, const char* what) {
    return {Code::evarsize, fmt::format("variable '{}': {}", variable.name, what)};
}

/// Checks the fixed or the record variables in order of definition.
struct LargeWatch {
    int large = -1;  // the first variable over the limit
    int last = -1;

    void see(int id, bool is_large) {
        if (is_large && large < 0) large = id;
        last = id;
    }
    [[nodiscard]] bool only_last_is_large() const { return large < 0 || large == last; }
};

}  // namespace

Result<std::int64_t> slab_bytes(const model::Schema& schema, const model::Variable& variable) {
    Result<std::int64_t> bytes = model::slab_value_bytes(schema, variable);
    if (bytes.ok() && !checked_round_up(bytes.value(), padding_unit))
        return too_large(variable, "its padded size exceeds 2^63-1 bytes");
    return bytes;
}

Result<std::int64_t> record_bytes(const model::Schema& schema) {
    if (schema.record_dimension() < 0) return 0;
    std::int64_t padded_sum = 0;
    std::int64_t only_slab = 0;
    int record_variables = 0;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        if (!schema.is_record_variable(variable)) continue;
        const Result<std::int64_t> slab = slab_bytes(schema, variable);
        if (!slab.ok()) return slab.status();
        const auto sum = checked_add(padded_sum, round_up(slab.value(), padding_unit));
        if (!sum) return too_large(variable, "with it a record exceeds 2^63-1 bytes");
        padded_sum = *sum;
        only_slab = slab.value();
        ++record_variables;
    }
    return record_variables == 1 ? only_slab : padded_sum;
}

std::int64_t vsize_of(Version version, std::int64_t slab_bytes) {
    const std::int64_t padded = (slab_bytes + (padding_unit - 1)) / padding_unit * padding_unit;
    if (version != Version::cdf5 && padded > largest_vsize32) return vsize_sentinel;
    return padded;
}

Status check_large_variables(Version version, const model::Schema& schema) {
    if (version == Version::cdf5) return {};
    const std::int64_t limit = version == Version::cdf1 ? largest_vsize31 : largest_vsize32;
    LargeWatch fixed;
    LargeWatch record;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const Result<std::int64_t> slab = slab_bytes(schema, variable);
        if (!slab.ok()) return slab.status();
        LargeWatch& watch = schema.is_record_variable(variable) ? record : fixed;
        watch.see(id, slab.value() > limit);
    }
    if (!fixed.only_last_is_large())
        return too_large(schema.variable(fixed.large),
                         "in this format only the last fixed variable may be this large");
    if (fixed.large >= 0 && record.last >= 0)
        return too_large(
            schema.variable(fixed.large),
            "in this format no record variable may follow a fixed variable this large");
    if (!record.only_last_is_large())
        return too_large(schema.variable(record.large),
                         "in this format only the last record variable may be this large");
    return {};
}

}  // namespace weft::format
