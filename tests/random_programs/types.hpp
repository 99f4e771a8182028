// SPDX-License-Identifier: BSD-3-Clause
//
// The twelve memory types, the eleven external types, and the conversion of a value between them.
// An external value is stored in the memory type that holds it exactly (its native type), so one
// conversion function serves puts, gets and attributes.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <cstddef>
#include <string>
#include <vector>

#include "random.hpp"

namespace random_programs {

using Index = MPI_Offset;
using Bytes = std::vector<std::byte>;

enum class MemoryType {
    text,
    signed_char,
    unsigned_char,
    short_int,
    unsigned_short,
    plain_int,
    unsigned_int,
    long_int,
    single_float,
    double_float,
    long_long,
    unsigned_long_long
};
constexpr int memory_type_count = 12;

std::size_t size_of(MemoryType type);
const char* suffix_of(MemoryType type);  // as in ncmpi_put_var_SUFFIX
MPI_Datatype mpi_type_of(MemoryType type);
const void* default_fill_of(MemoryType type);  // NC_FILL_* in that type

MemoryType native_type_of(nc_type type);
std::size_t size_of_external(nc_type type);
const char* name_of_external(nc_type type);
std::vector<nc_type> external_types_of(int format);
bool compatible(nc_type type, MemoryType memory);  // text with NC_CHAR, numbers with numbers
std::vector<MemoryType> memory_types_for(nc_type type);

// Converts one value. Out of range: `to` becomes `fill` (of the type `to_type`), result false.
bool convert(const void* from, MemoryType from_type, void* to, MemoryType to_type,
             const void* fill);

// In CDF-1 and CDF-2 NC_BYTE is signed or unsigned as the caller wants: bits are copied.
bool copies_bits(int format, nc_type type, MemoryType memory);

struct DrawRules {
    MemoryType memory;     // the type to draw
    MemoryType native;     // the type it will be stored in
    bool any_value;        // anything that the storage type can hold
    bool range_ends;       // the largest and smallest values of the memory type
    bool any_bit_pattern;  // NaN, infinities, denormals: only where no conversion takes place
};

// Draws a value of `rules.memory` into `value`. It is in the range of the storage type unless
// any_value.
void draw_value(Random& random, const DrawRules& rules, void* value);

std::string text_of(const void* value, MemoryType type);

}  // namespace random_programs
