// SPDX-License-Identifier: BSD-3-Clause
// The constants and field widths of the classic header, shared by its reader and its writer:
//
//   header     = magic numrecs dim_list att_list var_list
//   list       = ABSENT 0 | tag nelems item...
//   dimension  = name length
//   attribute  = name type nelems values padding
//   variable   = name nelems dimid... att_list type vsize begin
//   name       = nelems bytes padding
//
// Tags and types have 32 bits; numrecs, nelems, lengths, dimids and vsize are "counts", 32 bits
// wide in CDF-1 and CDF-2 and 64 in CDF-5; begin has 32 bits in CDF-1 only. All is big-endian.
#pragma once

#include <cstdint>

#include "format/version.hpp"

namespace weft::format {

inline constexpr std::int64_t magic_bytes = 4;
inline constexpr std::int64_t word_bytes = 4;  // a tag, a type

inline constexpr std::uint32_t absent_tag = 0x00;
inline constexpr std::uint32_t dimension_tag = 0x0A;
inline constexpr std::uint32_t variable_tag = 0x0B;
inline constexpr std::uint32_t attribute_tag = 0x0C;

constexpr std::int64_t count_bytes(Version version) {
    return version == Version::cdf5 ? 8 : 4;
}
constexpr std::int64_t begin_bytes(Version version) {
    return version == Version::cdf1 ? 4 : 8;
}

/// The record count of a file whose writer did not know the number: all ones.
constexpr std::uint64_t streaming_count(Version version) {
    return version == Version::cdf5 ? ~std::uint64_t{0} : std::uint64_t{0xFFFFFFFF};
}

/// The bytes of the smallest item of each list: a name of one byte and nothing else.
constexpr std::int64_t smallest_name(Version version) {
    return count_bytes(version) + 4;
}
constexpr std::int64_t smallest_dimension(Version version) {
    return smallest_name(version) + count_bytes(version);
}
constexpr std::int64_t smallest_attribute(Version version) {
    return smallest_name(version) + word_bytes + count_bytes(version);
}
constexpr std::int64_t empty_list(Version version) {
    return word_bytes + count_bytes(version);
}
constexpr std::int64_t smallest_variable(Version version) {
    return smallest_name(version) + count_bytes(version) + empty_list(version) + word_bytes +
           count_bytes(version) + begin_bytes(version);
}

}  // namespace weft::format
