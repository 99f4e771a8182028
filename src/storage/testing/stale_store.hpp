// SPDX-License-Identifier: BSD-3-Clause
// Any store, seen through a cache that nobody keeps true: how tests show that ranks on hosts whose
// caches disagree get right bytes all the same.
#pragma once

#include "storage/testing/forwarding_store.hpp"

namespace weft::storage {

/// Each file remembers the pages that it has read whole, and hands them out until renew(), whatever
/// others write. Its own writes go through to the inner file and into what is remembered.
class StaleStore final : public ForwardingStore {
public:
    using ForwardingStore::ForwardingStore;

    Result<Opened> open(const std::string& path, const Intent& intent) override;
};

}  // namespace weft::storage
