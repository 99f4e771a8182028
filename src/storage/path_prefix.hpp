// SPDX-License-Identifier: BSD-3-Clause
// File names with a file system type in front ("lustre:/scratch/a.nc"), as MPI-IO programs write
// them.
#pragma once

#include <string_view>

namespace weft::storage {

/// The name without its prefix, if it has a known one. Other names that contain ':' stay as they
/// are. Only one prefix is removed, so that "ufs:nfs:a" names the file "nfs:a".
[[nodiscard]] constexpr std::string_view strip_path_prefix(std::string_view path) {
    constexpr std::string_view prefixes[] = {
        "ufs:",    "nfs:",  "xfs:",    "pvfs2:", "gpfs:",   "panfs:",
        "lustre:", "daos:", "testfs:", "ime:",   "quobyte:"};
    for (const std::string_view prefix : prefixes) {
        if (path.starts_with(prefix)) return path.substr(prefix.size());
    }
    return path;
}

}  // namespace weft::storage
