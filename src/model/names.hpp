// SPDX-License-Identifier: BSD-3-Clause
// The rules for names of dimensions, variables and attributes, and the form in which names are
// compared.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace weft::model {

inline constexpr std::size_t longest_name_bytes = 256;

/// Checks in the order that the interface specifies: an empty name is `ebadname`, one longer than
/// 256 bytes `emaxname`, any other illegal name `ebadname`. A legal name is valid UTF-8, begins
/// with a letter, a digit, an underscore or a multi-byte character, has no '/', no control
/// character and no DEL, and does not end with a space.
Status check_name(std::string_view name);

/// True for a legal name that is its own normalised form, as most names are; tested without a
/// branch for each byte.
bool is_plain(std::string_view name);

/// normalised_name() for a name that is not plain.
Result<std::string_view> composed_name(std::string_view name, std::string& room);

/// The name in Unicode normalisation form C, the form in which names are compared: `name` itself if
/// it has that form, as most names have, otherwise text in `room`. Fails as check_name() does, also
/// if only the normalised form is too long.
inline Result<std::string_view> normalised_name(std::string_view name, std::string& room) {
    return is_plain(name) ? Result(name) : composed_name(name, room);
}
Result<std::string> normalised_name(std::string_view name);

/// The same for a name that is looked up. A name with illegal characters is looked up unchanged,
/// and not found.
Result<std::string_view> sought_name(std::string_view name, std::string& room);

/// True for names without multi-byte characters, which are their own normalised form.
[[nodiscard]] bool is_ascii(std::string_view name);

}  // namespace weft::model
