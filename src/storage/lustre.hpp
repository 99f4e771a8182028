// SPDX-License-Identifier: BSD-3-Clause
// Files of Lustre: what the client is asked, by the requests and extended attributes that it has
// for programs, without its library.
//
// A file that is opened for writing gets a layout at once, and keeps it. So a file that is to be
// striped is made with `without_layout`, which leaves that for later; then it is asked for. Until
// it has a layout nothing can be written to it, and nobody else may open it for writing.
#pragma once

#include <fcntl.h>

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "storage/striping.hpp"
#include "storage/system_calls.hpp"

namespace weft::storage::lustre {

/// For open: flags that mean nothing to a regular file elsewhere, which is why Lustre took them.
inline constexpr int without_layout = O_NOCTTY | O_ASYNC;

/// What statfs says of it.
inline constexpr std::uint32_t file_system_type = 0x0bd00bd0;

/// Whether the folder is Lustre's; not where it cannot be asked.
bool has_folder(const SystemCalls& calls, const std::string& folder);

/// Gives a file a layout that was made without one, in the folder of that name: what is wished, as
/// far as Lustre grants it, or else what the folder has for new files. A file that has one
/// already keeps it. Fails where the file gets none at all.
Status stripe(const SystemCalls& calls, int file, const std::string& folder,
              const StripingWish& wish);

/// Of the file of that name, which has so many bytes; not known where Lustre does not tell.
Striping striping_of(const SystemCalls& calls, const std::string& name, std::int64_t file_bytes);

/// Of an empty one that is open.
Striping striping_of(const SystemCalls& calls, int file, const std::string& folder);

}  // namespace weft::storage::lustre
