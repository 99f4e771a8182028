// SPDX-License-Identifier: BSD-3-Clause
// Encodes a definition as a header, with the same bytes as every classic netCDF library: zero
// padding, empty lists ABSENT, vsize computed (vsize_of() in sizes.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory_pool.hpp"
#include "format/header.hpp"

namespace weft::format {

/// The size of the header that write_header() makes. Does not depend on begins or the record count.
std::int64_t header_bytes(Version version, const model::Schema& schema);
inline std::int64_t header_bytes(const HeaderView& header) {
    return header_bytes(header.version, header.schema);
}

/// The bytes of a header. Precondition: every variable has its begin, the schema keeps the
/// limits of its version, and slab_bytes() of every variable succeeds. This holds after
/// read_header() and for a checked definition.
PooledBytes write_header(const HeaderView& header);

/// The file offset of the record count, the only field that changes while data are written.
inline constexpr std::int64_t record_count_offset = 4;

/// The bytes at `record_count_offset`: 4 in CDF-1 and CDF-2, 8 in CDF-5.
std::vector<std::byte> encode_record_count(Version version, std::int64_t record_count);

}  // namespace weft::format
