// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the structures lov_user_md_v1, lov_user_md_v3 and lov_comp_md_v1, which Lustre
// publishes for programs in lustre_user.h: kinds, flags, sizes and offsets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::storage::lustre {

inline constexpr std::uint32_t magic_v1 = 0x0bd10bd0;
inline constexpr std::uint32_t magic_v3 = 0x0bd30bd0;        // with a pool
inline constexpr std::uint32_t magic_specific = 0x0bd50bd0;  // with a target for each stripe
inline constexpr std::uint32_t magic_composite = 0x0bd60bd0;
inline constexpr std::uint32_t magic_foreign = 0x0bd70bd0;
inline constexpr std::uint32_t magic_extending = 0x0bd80bd0;   // composite, and grows by itself
inline constexpr std::uint32_t magic_is_settled = 0x10000000;  // on disk, beside the kind

inline constexpr std::uint32_t pattern_striped = 0x001;
inline constexpr std::uint32_t pattern_overstriped = 0x200;
// The file is archived: it has no objects, but will have them in the same layout when it is
// restored.
inline constexpr std::uint32_t pattern_is_released = 0x80000000;

// A plain layout, behind which there may be a pool, and then the objects of the stripes.
inline constexpr std::size_t pattern_place = 4;
inline constexpr std::size_t stripe_bytes_place = 24;
inline constexpr std::size_t stripes_place = 28;
inline constexpr std::size_t first_target_place = 30;
inline constexpr std::size_t plain_bytes = 32;
inline constexpr std::size_t pool_bytes = 16;
inline constexpr std::size_t object_bytes = 24;
inline constexpr std::size_t target_in_object = 20;
inline constexpr std::uint16_t any_target = 65535;

// A composite layout: a head, entries, and plain layouts at the offsets in the entries.
inline constexpr std::size_t size_place = 4;
inline constexpr std::size_t count_place = 14;
inline constexpr std::size_t head_bytes = 32;
inline constexpr std::size_t entry_flags_place = 4;
inline constexpr std::size_t entry_begin_place = 8;
inline constexpr std::size_t entry_end_place = 16;
inline constexpr std::size_t entry_part_place = 24;
inline constexpr std::size_t entry_length_place = 28;
inline constexpr std::size_t entry_bytes = 48;
inline constexpr std::uint32_t entry_is_stale = 0x01;
inline constexpr std::uint32_t entry_extends = 0x40;  // space for other entries to grow
inline constexpr std::uint32_t entry_is_parity = 0x80;

}  // namespace weft::storage::lustre
