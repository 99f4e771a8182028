// SPDX-License-Identifier: BSD-3-Clause
// Turns any sequence of bytes into a Header or a clear error.
//
//   what is wrong                                                      code
//   the file has fewer than 8 bytes                                    efile
//   magic unknown; file ends inside the header; wrong list tag; a      enotnc
//   count that the bytes left cannot hold; record count out of range
//   empty name; illegal name or not UTF-8                              ebadname
//   name longer than 256 bytes                                         emaxname
//   name twice among dimensions, variables or one owner's attributes   enameinuse
//   second dimension of length zero                                    eunlimit
//   dimension longer than the version allows                           edimsize
//   type unknown to the version                                        ebadtype
//   dimension id out of range                                          ebaddim
//   record dimension not first                                         eunlimpos
//   variable or record of more than 2^63-1 bytes, or larger than       evarsize
//   CDF-1 or CDF-2 allow in its place
//   begin inside the header, negative or over the limit; variables     enotnc
//   that overlap; data that would end beyond byte 2^63-1
//   the source failed                                                  its own code
//
// The memory used is at most a small multiple of the header's real length: counts are compared with
// the bytes left before anything is allocated, and then lists grow only as their items are read.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "format/byte_source.hpp"
#include "format/findings.hpp"
#include "format/header.hpp"

namespace weft::format {

/// Reads the header of a file of `file_bytes` bytes. On failure the message names the item and the
/// byte offset. A record count of all ones (streaming) is derived from the file's size. The length
/// of the header itself is header_bytes() of the result (header_writer.hpp).
Result<Header> read_header(ByteSource& source, std::int64_t file_bytes);

/// Like read_header(), but returns all findings. The result is empty after an error.
std::optional<Header> examine_header(ByteSource& source, std::int64_t file_bytes,
                                     Findings& findings);

}  // namespace weft::format
