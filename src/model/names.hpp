// SPDX-License-Identifier: BSD-3-Clause
// Which names dimensions, variables and attributes may carry, and the form in which they are
// compared.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>

namespace weft::model {

inline constexpr std::size_t longest_name_bytes = 256;

/// Checks in the order that the interface specifies: empty is `ebadname`, longer than 256 bytes
/// `emaxname`, anything else that is illegal `ebadname`. Legal is valid UTF-8 that begins with a
/// letter, a digit, an underscore or a multi-byte character, has no '/', no control character and
/// no DEL, and does not end with a space.
Status check_name(std::string_view name);

/// Legal, and its own normalised form, as most names are: told without a branch for each byte.
bool is_plain(std::string_view name);

/// normalised_name() of one that is not plain.
Result<std::string_view> composed_name(std::string_view name, std::string& room);

/// The name in Unicode normalisation form C, the form in which names are compared: `name` itself
/// where it has that form, as most names have, else text in `room`.
/// Fails as check_name() does, also when only the normalised form is too long.
inline Result<std::string_view> normalised_name(std::string_view name, std::string& room) {
    return is_plain(name) ? Result(name) : composed_name(name, room);
}
Result<std::string> normalised_name(std::string_view name);

/// The same of a name that is looked up. One with characters that no name may have is looked up as
/// it is, and not found.
Result<std::string_view> sought_name(std::string_view name, std::string& room);

/// True for names without multi-byte characters, which are their own normalised form.
[[nodiscard]] bool is_ascii(std::string_view name);

}  // namespace weft::model
