// SPDX-License-Identifier: BSD-3-Clause
// Files of Lustre: layouts, by the requests and extended attributes that its client offers to
// programs, without its library.
//
// A file that is opened for writing gets a layout at once, and keeps it. So a file that is to be
// striped is made with `without_layout`, and its layout is requested later. Until then nothing can
// be written to the file, and no other process may open it for writing.
#pragma once

#include <fcntl.h>

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "storage/striping.hpp"
#include "storage/system_calls.hpp"

namespace weft::storage::lustre {

/// Flags of open() that have no meaning for regular files of other file systems.
inline constexpr int without_layout = O_NOCTTY | O_ASYNC;

/// The type of Lustre in statfs.
inline constexpr std::uint32_t file_system_type = 0x0bd00bd0;

/// Whether the folder is on Lustre; false if that cannot be told.
bool has_folder(const SystemCalls& calls, const std::string& folder);

/// Gives a layout to a file in `folder` that was made without one: the wish, as far as Lustre
/// grants it, or else the default of the folder. A file that already has a layout keeps it. Fails
/// if the file gets none.
Status stripe(const SystemCalls& calls, int file, const std::string& folder,
              const StripingWish& wish);

/// The striping of the file with that name and length; unknown if Lustre does not tell.
Striping striping_of(const SystemCalls& calls, const std::string& name, std::int64_t file_bytes);

/// The striping of an empty open file.
Striping striping_of(const SystemCalls& calls, int file, const std::string& folder);

}  // namespace weft::storage::lustre
