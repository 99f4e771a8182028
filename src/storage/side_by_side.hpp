// SPDX-License-Identifier: BSD-3-Clause
// Several things that wait for storage at the same time.
#pragma once

#include <functional>
#include <span>

#include "base/result.hpp"

namespace weft::storage {

/// Does all of it, also when some fails: the first here, each other on a thread of its own; but
/// here, too, where no thread can be had. The first failure in the order of `works`; Code::enomem
/// where there was no memory.
Status side_by_side(std::span<const std::function<Status()>> works);

}  // namespace weft::storage
