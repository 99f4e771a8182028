// SPDX-License-Identifier: BSD-3-Clause
// Whether this is built with a sanitizer of memory or threads, which takes a large part of all
// addresses for its notes, and makes an exit of each crash.
#pragma once

namespace weft::hdf5::apart {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace weft::hdf5::apart
