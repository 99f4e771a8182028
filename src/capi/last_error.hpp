// SPDX-License-Identifier: BSD-3-Clause
// The sentences of weft_last_error that belong to no file. Each thread has its own, as it is the
// thread that knows which call they are about.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace weft::capi {

/// The last failure of a call without a file, on this thread. A good status leaves it.
void keep_error(const Status& status) noexcept;
void keep_error(std::string_view sentence) noexcept;
[[nodiscard]] std::string_view kept_error();

/// A copy for the program, good until the next on this thread.
const char* hand_out(std::string_view sentence);

}  // namespace weft::capi
