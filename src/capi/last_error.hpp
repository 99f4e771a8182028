// SPDX-License-Identifier: BSD-3-Clause
// The messages of weft_last_error for calls without a file. Each thread has its own, because the
// calls are the thread's.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace weft::capi {

/// The last failure of a call without a file, on this thread. A good status does not replace it.
void keep_error(const Status& status) noexcept;
void keep_error(std::string_view sentence) noexcept;
[[nodiscard]] std::string_view kept_error();

/// A copy for the program, valid until the next call on this thread.
const char* hand_out(std::string_view sentence);

}  // namespace weft::capi
