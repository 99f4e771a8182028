// SPDX-License-Identifier: BSD-3-Clause
// A server for one program, as ssh starts it: its first client is at its standard input and output.
#pragma once

#include <string>

#include "serve/host.hpp"

namespace weft::serve {

/// Serves the client at these descriptors, which stay open, and its siblings, until all are gone. A
/// failure: why the first was not, or no longer, served. `stream_host`: the address for more
/// connections; "": none. The process should then end without running destructors, as threads may
/// wait for locks.
Status serve_stdio(storage::Store& store, int in, int out, const std::string& stream_host,
                   ServeSettings settings = {});

}  // namespace weft::serve
