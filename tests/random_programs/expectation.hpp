// SPDX-License-Identifier: BSD-3-Clause
//
// What a put has to be given and what a get has to deliver, by the model.
#pragma once

#include "memory.hpp"
#include "model.hpp"

namespace random_programs {

// Writes the values of the piece to their places and remembers the buffer as it is then.
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

// Throws Mismatch unless the code of a get is right. What is stored in elements that nobody wrote
// may or may not fit.
void check_get_code(const std::string& call, const Wanted& wanted, int code);

}  // namespace random_programs
