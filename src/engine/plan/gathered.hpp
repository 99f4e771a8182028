// SPDX-License-Identifier: BSD-3-Clause
// How every rank learns what all ranks bring to the files of a call.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/plan/summary.hpp"

namespace weft::engine {

/// Collective. Returns the bytes of all ranks, in order of rank; nothing when a rank has died. All
/// ranks give equally many bytes.
using AllGather = std::function<std::optional<std::vector<std::byte>>(std::span<const std::byte>)>;

/// The most bytes of a rank that one all-gather carries.
inline constexpr std::size_t gathered_bytes = 256;

/// Collective. `mine` has a summary for each file that this rank touches, at least one; all of them
/// say the same of the call. `files` gets an entry for each file to which any rank brings
/// something, in order of their numbers, or for file 0 where nobody brings anything. Returns false
/// when a rank has died. An all-gather carries three files of a rank, and nothing but the summary
/// where there is a single file. Uniform: file_count, the number of all files.
bool gather_summaries(std::span<const FileSummary> mine, std::size_t file_count,
                      const AllGather& all_gather, std::vector<RanksOfFile>& files);

}  // namespace weft::engine
