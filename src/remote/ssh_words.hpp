// SPDX-License-Identifier: BSD-3-Clause
// The error messages of ssh when it makes no connection.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace weft::remote {

/// The code of a failure (retry_policy.hpp) after these messages: `eperm` when the login was
/// refused or ssh rejects the host; `enoent` when the machine refuses the connection; `efile` when
/// the link has failed; `eio` for anything else.
Code meaning_of_ssh(std::string_view words);

}  // namespace weft::remote
