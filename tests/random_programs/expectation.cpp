// SPDX-License-Identifier: BSD-3-Clause
#include "expectation.hpp"

#include <cstring>

#include "mismatch.hpp"

namespace random_programs {
namespace {

void check_values(const Piece& piece, const MemoryLayout& layout, const Wanted& wanted,
                  std::span<const std::byte> buffer) {
    const std::size_t size = layout.element_size;
    std::size_t wrong = 0;
    std::string first;
    for (std::size_t i = 0; i < layout.offsets.size(); ++i) {
        const std::byte* got = &buffer[layout.offsets[i]];
        const std::byte* expected = &wanted.values[i * size];
        if (!wanted.defined[i] || std::memcmp(got, expected, size) == 0) continue;
        if (wrong++ == 0) {
            first = "element " + std::to_string(i) + " of the request: expected " +
                    text_of(expected, piece.memory) + ", got " + text_of(got, piece.memory);
        }
    }
    if (wrong > 0) {
        throw Mismatch(first + " (" + std::to_string(wrong) + " of " +
                       std::to_string(layout.offsets.size()) + " elements are wrong)");
    }
}

}  // namespace

void store_values(const Model& model, const Piece& piece, const MemoryLayout& layout,
                  GuardedMemory& memory) {
    const Bytes values = values_to_put(model, piece);
    for (std::size_t i = 0; i < layout.offsets.size(); ++i) {
        std::memcpy(&memory.bytes()[layout.offsets[i]], &values[i * layout.element_size],
                    layout.element_size);
    }
    memory.remember();
}

bool put_is_out_of_range(const Model& model, const Piece& piece) {
    return stored_values(model, piece, values_to_put(model, piece)).out_of_range;
}

Wanted wanted_values(const Model& model, const Piece& piece) {
    const Variable& variable = model.variables[piece.variable];
    const MemoryType native = model.native(piece.variable);
    const bool bits_only = copies_bits(model.format, variable.type, piece.memory);
    const bool converts = native != piece.memory && !bits_only;
    const std::size_t from_size = size_of(native);
    const std::size_t to_size = size_of(piece.memory);
    Wanted wanted;
    for (const Index index : linear_indices(piece, model.shape(piece.variable))) {
        const auto at = static_cast<std::size_t>(index);
        const unsigned char state = variable.states[at];
        const bool defined =
            (state & element_known) != 0 && ((state & element_unusual) == 0 || !converts);
        const std::size_t end = wanted.values.size();
        wanted.values.resize(end + to_size);
        wanted.defined.push_back(defined);
        wanted.all_defined = wanted.all_defined && defined;
        if (!converts) {
            std::memcpy(&wanted.values[end], &variable.values[at * from_size], to_size);
        } else if (defined &&
                   !convert(&variable.values[at * from_size], native, &wanted.values[end],
                            piece.memory, default_fill_of(piece.memory))) {
            wanted.range_error = true;
        }
    }
    return wanted;
}

void check_buffer(const Piece& piece, const MemoryLayout& layout, const Wanted& wanted,
                  GuardedMemory& memory) {
    check_values(piece, layout, wanted, memory.bytes());
    if (const auto changed = memory.first_change_outside(layout)) {
        throw Mismatch("the get changed byte " + std::to_string(*changed) +
                       " of the buffer, which belongs to no element");
    }
}

void check_get_code(const std::string& call, const Wanted& wanted, int code) {
    if (!wanted.all_defined && code == NC_ERANGE) return;
    expect_code(call, wanted.range_error ? NC_ERANGE : NC_NOERR, code);
}

}  // namespace random_programs
