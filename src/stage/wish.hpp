// SPDX-License-Identifier: BSD-3-Clause
// The wish that the hint weft_stage expresses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stage/log_format.hpp"

namespace weft::stage {

struct StageWish {
    std::string folder;           // of the logs; empty: no file is staged
    std::int64_t ring_bytes = 0;  // of each log
    bool detaches = false;        // close() leaves the logs to "weft drain"

    [[nodiscard]] bool is_on() const { return !folder.empty(); }
};

/// The folder of logs in memory: its files live there until the host is restarted.
inline constexpr const char* memory_folder = "/dev/shm";
inline constexpr std::int64_t usual_memory_bytes = std::int64_t{1} << 30;
inline constexpr std::int64_t usual_folder_bytes = std::int64_t{8} << 30;

/// Whether the logs are in memory.
[[nodiscard]] inline bool is_in_memory(const StageWish& wish) {
    return wish.folder == memory_folder;
}

/// What logs in that folder are kept on.
[[nodiscard]] Medium medium_of(const StageWish& wish);

/// Parses "memory", "memory:4GiB", "/local/nvme" or "/local/nvme:64GiB". A folder has a slash in
/// its name; a size is a number of bytes, or one of KiB, MiB, GiB or TiB. Empty for any other text.
std::optional<StageWish> wish_in(std::string_view text);

/// The text that asks for this; "disable" if nothing is staged.
std::string text_of(const StageWish& wish);

/// The beginning of the names of a job's logs.
std::string name_of_logs(std::uint64_t id);
/// Whether a file may be a log of that job, by its name.
bool is_name_of_log(const std::string& name, std::uint64_t id);
/// The path of the log of a node in the folder.
std::string log_path(const StageWish& wish, std::uint64_t id, int node);

}  // namespace weft::stage
