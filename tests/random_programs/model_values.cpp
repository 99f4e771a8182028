// SPDX-License-Identifier: BSD-3-Clause
//
// The values of puts: drawn from the seed of the call, the same on every rank.
#include <cstring>

#include "model.hpp"

namespace random_programs {
namespace {

Bytes draw_values(std::uint64_t seed, Index count, const DrawRules& rules) {
    Random random(seed);
    const std::size_t size = size_of(rules.memory);
    Bytes values(static_cast<std::size_t>(count) * size);
    for (std::size_t at = 0; at < values.size(); at += size) draw_value(random, rules, &values[at]);
    return values;
}

Stored store(const Bytes& passed, MemoryType from, MemoryType to, const void* fill,
             bool bits_only) {
    if (bits_only) return {passed, false};
    const std::size_t count = passed.size() / size_of(from);
    Stored stored{Bytes(count * size_of(to)), false};
    for (std::size_t i = 0; i < count; ++i) {
        const bool fits =
            convert(&passed[i * size_of(from)], from, &stored.values[i * size_of(to)], to, fill);
        stored.out_of_range = stored.out_of_range || !fits;
    }
    return stored;
}

}  // namespace

Bytes values_to_put(const Model& model, const Piece& piece) {
    const MemoryType native = model.native(piece.variable);
    const bool bits_only =
        copies_bits(model.format, model.variables[piece.variable].type, piece.memory);
    return draw_values(piece.seed, element_count(piece),
                       {.memory = piece.memory,
                        .native = native,
                        .any_value = piece.any_value || bits_only,
                        .range_ends = piece.range_ends,
                        .any_bit_pattern = piece.memory == native});
}

Stored stored_values(const Model& model, const Piece& piece, const Bytes& passed) {
    const bool bits_only =
        copies_bits(model.format, model.variables[piece.variable].type, piece.memory);
    return store(passed, piece.memory, model.native(piece.variable),
                 model.fill_value(piece.variable), bits_only);
}

Bytes attribute_values(const PutAttribute& step) {
    return draw_values(step.seed, step.length,
                       {.memory = step.memory,
                        .native = native_type_of(step.type),
                        .any_value = step.any_value,
                        .range_ends = step.range_ends,
                        .any_bit_pattern = false});
}

StoredAttribute stored_attribute(const Model& model, const PutAttribute& step) {
    const MemoryType native = native_type_of(step.type);
    Stored stored = store(attribute_values(step), step.memory, native, default_fill_of(native),
                          copies_bits(model.format, step.type, step.memory));
    return {{step.name, step.type, std::move(stored.values)}, stored.out_of_range};
}

Bytes fill_value_to_define(const Model& model, const DefineFill& step) {
    const MemoryType native = model.native(step.variable);
    return draw_values(step.seed, 1,
                       {.memory = native,
                        .native = native,
                        .any_value = true,
                        .range_ends = true,
                        .any_bit_pattern = false});
}

}  // namespace random_programs
