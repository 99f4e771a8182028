// SPDX-License-Identifier: BSD-3-Clause
// How OpenSSL reaches a socket: without waiting, and without SIGPIPE, which a program that uses the
// library need not expect.
#pragma once

#include <openssl/bio.h>

#include <cstddef>
#include <vector>

#include "remote/transport.hpp"

namespace weft::remote {

/// Outlives the BIO.
struct TlsSocket {
    OwnedFd fd;
    std::vector<std::byte> preamble;  // what is still to be sent of it
};

/// Null where there is no memory.
BIO* bio_of(TlsSocket& socket);

}  // namespace weft::remote
