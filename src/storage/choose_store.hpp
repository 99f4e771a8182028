// SPDX-License-Identifier: BSD-3-Clause
// The store of a program: in one place for the library and all tools.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// AnyStore, whose files here are the operating system's, and others reached as `ways` says. For
/// tests, `fault_plan`
/// ("RANK:kind:n:what", storage/fault_plan.hpp) makes one system call of one rank fail, and "stale"
/// gives every rank a cache of its own (storage/stale_store.hpp). On every rank Code::einval for
/// any other text: a test whose plan is misspelt would pass for want of a fault.
Result<std::unique_ptr<Store>> choose_store(const std::string& fault_plan, int rank,
                                            const RemoteWays& ways = {});

}  // namespace weft::storage
