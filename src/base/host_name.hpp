// SPDX-License-Identifier: BSD-3-Clause
// The name of this host, for people and for a host that was started anew.
#pragma once

#include <string>

namespace weft {

/// The name of this host, without white space; "?" if it is unknown.
std::string host_name();

}  // namespace weft
