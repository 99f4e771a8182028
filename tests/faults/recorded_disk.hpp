// SPDX-License-Identifier: BSD-3-Clause
// Records what this program does to the files of a folder, system call by system call, and makes
// what a power failure may leave of them. Linked into a program, its calls replace the C library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace recorded_disk {

/// Begins to record changes of files in `folder` or below it. The folder is empty.
void start(const std::string& folder);
void stop();

/// Recorded up to here.
std::size_t steps();

/// Makes `folder` with one of the many states that a power failure after this many steps may leave,
/// chosen by `seed`. A name certainly survives if its folder was synced. Without a sync, each page
/// has the bytes of one of its writes, independently; likewise the length. Shortening a file
/// survives as a whole or not at all, and later writes do not survive without it.
void leave(std::size_t steps, std::uint64_t seed, const std::string& folder);

}  // namespace recorded_disk
