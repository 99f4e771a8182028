// SPDX-License-Identifier: BSD-3-Clause
// The store of a program's files.
#pragma once

#include <memory>

#include "storage/remote_library.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// An AnyStore with the local files of the operating system, and remote ones reached as `ways`
/// says. The library that tests link replaces this function (storage/testing/choose_store.cpp), so
/// its file defines nothing else.
std::unique_ptr<Store> choose_store(const RemoteWays& ways = {});

}  // namespace weft::storage
