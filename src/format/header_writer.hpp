// SPDX-License-Identifier: BSD-3-Clause
// A definition as the bytes of a header: what every classic netCDF library writes for the same
// definitions, padding zero, empty lists ABSENT, vsize computed (vsize_of() in sizes.hpp).
#pragma once

#include "base/memory_pool.hpp"
#include "format/header.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::format {

/// Size of the header that write_header() makes. Does not depend on begins and the record count.
std::int64_t header_bytes(Version version, const model::Schema& schema);
inline std::int64_t header_bytes(const HeaderView& header) {
    return header_bytes(header.version, header.schema);
}

/// Precondition: every variable has its begin, the schema keeps the limits of its version, and
/// slab_bytes() of every variable succeeds; so it is after read_header() and after the checks of a
/// definition.
PooledBytes write_header(const HeaderView& header);

/// File offset of the record count, the one field that changes while data is written.
inline constexpr std::int64_t record_count_offset = 4;

/// The bytes at `record_count_offset`: 4 in CDF-1 and CDF-2, 8 in CDF-5.
std::vector<std::byte> encode_record_count(Version version, std::int64_t record_count);

}  // namespace weft::format
