// SPDX-License-Identifier: BSD-3-Clause
// What a server says about a failure, in a form that a sentence of ours can hold.
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
