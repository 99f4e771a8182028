// SPDX-License-Identifier: BSD-3-Clause
// The collectives behind CommView, with the size of a piece as a parameter, so that tests can use
// small pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// Collective. Broadcasts the bytes from `begin` on, in place. Uniform: size of `bytes`, begin,
/// root, piece_bytes. After a failure `bytes` is empty.
void broadcast_in_pieces(CommView comm, std::vector<std::byte>& bytes, std::size_t begin, int root,
                         std::int64_t piece_bytes);

/// Collective. Uniform: size of `values`, `operation`, piece_bytes (>= 8).
void all_reduce_in_pieces(CommView comm, std::span<std::int64_t> values, MPI_Op operation,
                          std::int64_t piece_bytes);

/// Collective. The least of each of `least`, and the sum of each of `sums`, in one reduction.
/// Uniform: sizes, which are small.
void all_reduce_jointly(CommView comm, std::span<std::int64_t> least, std::span<std::int64_t> sums);

/// Collective. Uniform: size of `mine`, piece_bytes.
std::vector<std::byte> all_gather_in_pieces(CommView comm, std::span<const std::byte> mine,
                                            std::int64_t piece_bytes);

/// Collective. Uniform: root, piece_bytes.
std::vector<std::vector<std::byte>> gather_in_pieces(CommView comm, std::span<const std::byte> mine,
                                                     int root, std::int64_t piece_bytes);

}  // namespace weft::mpi
