// SPDX-License-Identifier: BSD-3-Clause
// The store of a program's files.
#pragma once

#include <memory>

#include "storage/remote_library.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// AnyStore, whose files here are the operating system's, and others reached as `ways` says. The
/// library that tests link has a function of its own in this one's place
/// (storage/testing/choose_store.cpp), so its file defines nothing else.
std::unique_ptr<Store> choose_store(const RemoteWays& ways = {});

}  // namespace weft::storage
