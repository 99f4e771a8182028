// SPDX-License-Identifier: BSD-3-Clause
// The conversion table of big-endian files exists once per instruction set; find_kernels uses the
// best for this processor. That of little-endian files exists once, because there most processors
// only copy what keeps its type. Only find_kernels, tests and benchmarks need this header.
#pragma once

#include <span>

#include "types/kernels.hpp"

namespace weft::types {

struct KernelTable {
    /// The kernels by the number of the external type minus 1, then by memory type. Null between
    /// text and numbers.
    Kernels pairs[external_count][memory_count];
    /// The kernels for uchar with NC_BYTE under ByteRule::unsigned_allowed.
    Kernels unsigned_byte;
};

extern const KernelTable baseline_table;
extern const KernelTable avx2_table;
extern const KernelTable avx512_table;
extern const KernelTable little_endian_table;

struct Variant {
    const char* name;
    const KernelTable* table;
    bool (*runs_here)();
};

/// Every variant of this build, for big-endian files, the fastest first. The last one runs
/// everywhere.
std::span<const Variant> all_variants();

/// Like find_kernels, for a given table.
const Kernels* find_in(const KernelTable& table, External external, Memory memory, ByteRule rule);

}  // namespace weft::types
