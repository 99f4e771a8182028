// SPDX-License-Identifier: BSD-3-Clause
// Extracts a server's message about a failure, in a form that can be part of a message of ours.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft::web {

/// "NoSuchKey: The specified key does not exist." of the XML of S3, or the first line of a text;
/// "" if there is nothing for people to read. At most 200 characters, without any of `secrets`,
/// which a server may repeat.
std::string server_sentence(std::string_view content_type, std::string_view body,
                            std::span<const std::string> secrets);

}  // namespace weft::web
