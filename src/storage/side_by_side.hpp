// SPDX-License-Identifier: BSD-3-Clause
// Runs several functions that wait for storage at the same time.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "base/result.hpp"

namespace weft::storage {

/// Runs all functions, even if some fail: the first in this thread, the others in threads of their
/// own, or in this one if no thread can be made. Returns the first failure in the order of `works`;
/// Code::enomem if there was no memory.
Status side_by_side(std::span<const std::function<Status()>> works);

/// Runs `work` for all numbers below `count`, by so many threads, each of which takes the next
/// number until none is left, or one has failed on it. Returns the first failure.
Status share_out(std::size_t count, std::size_t threads,
                 const std::function<Status(std::size_t)>& work);

}  // namespace weft::storage
