// SPDX-License-Identifier: BSD-3-Clause
// Bytes as text of 64 characters (RFC 4648).
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace weft::tools {

std::string base64(std::span<const std::byte> bytes);

}  // namespace weft::tools
