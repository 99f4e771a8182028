// SPDX-License-Identifier: BSD-3-Clause
// Tells whether this is built with a sanitizer of memory or threads, which reserves a large part of
// all addresses for its notes, and turns each crash into an exit.
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
