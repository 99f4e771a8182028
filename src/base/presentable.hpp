// SPDX-License-Identifier: BSD-3-Clause
// Addresses of the web in texts that people and logs get to see. A password may stand in front of
// the host, and a key or a signature behind the '?': neither is anybody's business.
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// The text, in which each address has lost the user in front of its host, and has "?..." in place
/// of its query, but for those with ssh:// and weft://, which hold no secrets. Everything else
/// stays. An address ends at a blank, or, if a quote stands in front of it, at the next one.
std::string presentable(std::string_view text);

/// The same of the name of a file, which may have blanks.
std::string presentable_name(std::string_view name);

}  // namespace weft
