// SPDX-License-Identifier: BSD-3-Clause
// A server for one program, whose first client is at its standard input and output, as ssh starts
// it.
#pragma once

#include <string>

#include "serve/host.hpp"

namespace weft::serve {

/// Serves the client at these descriptors, which are left open, and those that begin sessions
/// beside it, until they are gone. A failure: why the first was not, or no longer, served.
/// `stream_host`: the address at which further connections can be made; "": none can. The process
/// should end then without running destructors: locks may be waited for.
Status serve_stdio(storage::Store& store, int in, int out, const std::string& stream_host,
                   Terms terms = {});

}  // namespace weft::serve
