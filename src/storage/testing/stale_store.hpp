// SPDX-License-Identifier: BSD-3-Clause
// Wraps a store in a cache that is not kept up to date: tests show so that ranks on hosts with
// incoherent caches get the right bytes.
#pragma once

#include "storage/testing/forwarding_store.hpp"

namespace weft::storage {

/// Each file caches the pages that it has read whole, and returns them until renew(), whatever
/// others write. Its own writes go to the inner file and into its cache.
class StaleStore final : public ForwardingStore {
public:
    using ForwardingStore::ForwardingStore;

    Result<Opened> open(const std::string& path, const Intent& intent) override;
};

}  // namespace weft::storage
