// SPDX-License-Identifier: BSD-3-Clause
// The socket under OpenSSL: it never waits, and raises no SIGPIPE, which a program need not expect.
#pragma once

#include <openssl/bio.h>

#include <cstddef>
#include <vector>

#include "remote/transport.hpp"

namespace weft::remote {

/// The socket of a BIO, which it must outlive.
struct TlsSocket {
    OwnedFd fd;
    std::vector<std::byte> preamble;  // the part that is not yet sent
};

/// Null when there is no memory.
BIO* bio_of(TlsSocket& socket);

}  // namespace weft::remote
