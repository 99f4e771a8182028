// SPDX-License-Identifier: BSD-3-Clause
// How every rank gets to know what all of them bring to the files of a call.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/plan/summary.hpp"

namespace weft::engine {

/// Collective. Every rank's bytes, in order of rank, of which all give equally many; nothing when a
/// rank has died.
using AllGather = std::function<std::optional<std::vector<std::byte>>(std::span<const std::byte>)>;

/// What one all-gather carries at most.
inline constexpr std::size_t gathered_bytes = 256;

/// Collective. `mine`: by file, at least one summary; all of them say the same of the call. `files`
/// become those to which a rank brings something, by number; the first one where nobody brings
/// anything. False when a rank has died. One all-gather for three files of a rank, and only the
/// summary for the ranks of a single file. Uniform: file_count, all that there are.
bool gather_summaries(std::span<const FileSummary> mine, std::size_t file_count,
                      const AllGather& all_gather, std::vector<RanksOfFile>& files);

}  // namespace weft::engine
