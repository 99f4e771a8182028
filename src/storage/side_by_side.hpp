// SPDX-License-Identifier: BSD-3-Clause
// Runs several functions that wait for storage at the same time.
#pragma once

#include <functional>
#include <span>

#include "base/result.hpp"

namespace weft::storage {

/// Runs all functions, also if some fail: the first in this thread, the others in threads of their
/// own, or in this one if no thread can be made. Returns the first failure in the order of `works`;
/// Code::enomem if there was no memory.
Status side_by_side(std::span<const std::function<Status()>> works);

}  // namespace weft::storage
