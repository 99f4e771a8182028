// SPDX-License-Identifier: BSD-3-Clause
//
// The input of a put and the expected output of a get, by the model.
#pragma once

#include "memory.hpp"
#include "model.hpp"

namespace random_programs {

// Writes the values of the piece to their places and remembers the buffer's state.
void store_values(const Model& model, const Piece& piece, const MemoryLayout& layout,
                  GuardedMemory& memory);

bool put_is_out_of_range(const Model& model, const Piece& piece);

struct Wanted {
    Bytes values;               // in the memory type
    std::vector<bool> defined;  // whether the value matters
    bool range_error = false;   // some defined value does not fit
    bool all_defined = true;
};
Wanted wanted_values(const Model& model, const Piece& piece);

// Throws Mismatch unless the buffer holds the wanted values and its gaps are untouched.
void check_buffer(const Piece& piece, const MemoryLayout& layout, const Wanted& wanted,
                  GuardedMemory& memory);

// Throws Mismatch unless the code of a get is right. Unwritten elements may or may not be out of
// range.
void check_get_code(const std::string& call, const Wanted& wanted, int code);

}  // namespace random_programs
