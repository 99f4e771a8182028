// SPDX-License-Identifier: BSD-3-Clause
// Wraps a store and makes one planned call fail: tests show so that callers survive every failure.
#pragma once

#include "storage/testing/fault_plan.hpp"
#include "storage/testing/forwarding_store.hpp"

namespace weft::storage {

/// A call that fails does nothing, except that a close still closes. The code is the one that
/// PosixStore gives for the plan's error number (failure.hpp). SHORT: a write stores the first half
/// of its bytes and then fails, a read says that the file ends after half of them. ZERO: the same
/// with no bytes. EINTR is never seen at this level and changes nothing. Files count their calls on
/// the store's trigger.
class FaultyStore final : public ForwardingStore {
public:
    /// Both arguments must outlive the store and its files.
    FaultyStore(Store& inner, FaultTrigger& trigger) : ForwardingStore(inner), trigger_(trigger) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override;
    Status remove(const std::string& path) override;
    Status rename(const std::string& from, const std::string& to) override;
    Status sync_directory_of(const std::string& path) override;
    Result<PathFacts> inspect(const std::string& path) override;
    Result<Speed> measure(const std::string& path) override;

private:
    FaultTrigger& trigger_;
};

}  // namespace weft::storage
