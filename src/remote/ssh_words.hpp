// SPDX-License-Identifier: BSD-3-Clause
// What ssh complains of when it carries no connection.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace weft::remote {

/// The code of a failure (retry_policy.hpp) whose command has said this before it ended: `eperm`
/// where it was not let in, or will not go to that host; `enoent` where nobody listens there;
/// `efile` where the link has failed; `eio` for anything else.
Code meaning_of_ssh(std::string_view words);

}  // namespace weft::remote
