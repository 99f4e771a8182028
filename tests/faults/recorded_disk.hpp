// SPDX-License-Identifier: BSD-3-Clause
// What this program does to the files of a folder, system call by system call, and what a power
// failure may leave of them. Linked into a program, its calls take the place of the C library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace recorded_disk {

/// From here on, what changes files in `folder` or below it is recorded. The folder is empty.
void start(const std::string& folder);
void stop();

/// Recorded up to here.
std::size_t steps();

/// Makes `folder` and what a power failure after so many steps may leave in it, one of the many
/// ways, chosen by `seed`. A name survives for certain when its folder was synced. Of what no sync
/// followed each page is as one of the writes left it, independently; the length, too. Cutting a
/// file off survives as a whole or not at all, and nothing that came after it survives without it.
void leave(std::size_t steps, std::uint64_t seed, const std::string& folder);

}  // namespace recorded_disk
