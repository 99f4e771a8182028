// SPDX-License-Identifier: BSD-3-Clause
// The store of a program's files, and the time that goes by there. Libraries that tests link have
// functions of their own in these ones' place (storage/testing/choose_store.cpp), so the file of
// these defines nothing else.
#pragma once

#include <memory>
#include <string>

#include "storage/clock.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// An AnyStore with the local files of the operating system, and remote ones reached as `ways`
/// says.
std::unique_ptr<Store> choose_store(const RemoteWays& ways = {});

/// The clock by which the storage target of a file takes its time: the machine's clock.
Clock& clock_of_target(const std::string& path);

}  // namespace weft::storage
