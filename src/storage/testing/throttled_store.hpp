// SPDX-License-Identifier: BSD-3-Clause
// Wraps a store and slows it down, for tests with slow targets and long links.
#pragma once

#include <list>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "storage/clock.hpp"
#include "storage/testing/forwarding_store.hpp"

namespace weft::storage {

/// A device that serves one call after the other.
struct Target {
    std::string directory;  // its files, at any depth, are on the target
    double call = 0;        // seconds
    double byte = 0;
    double round_trip = 0;  // until the caller has its answer; other calls are served meanwhile
};

/// Every transfer takes the time of its target on the clock; a shape counts as a call for each run.
/// Other calls take a round trip. Files on no target are not slowed down.
class ThrottledStore final : public ForwardingStore {
public:
    /// `inner` and `clock` must outlive the store, and the store its files.
    ThrottledStore(Store& inner, Clock& clock, std::vector<Target> targets);

    Result<Opened> open(const std::string& path, const Intent& intent) override;
    Result<Speed> measure(const std::string& path) override;

    /// A target, and until when it is busy.
    class Device {
    public:
        Device(Target target, Clock& clock) : target_(std::move(target)), clock_(clock) {}
        [[nodiscard]] const Target& target() const { return target_; }
        [[nodiscard]] Speed speed() const;
        /// Returns when the caller knows that a transfer has been served.
        void serve(std::int64_t bytes);
        /// Returns after a round trip; the target serves others meanwhile.
        void answer() { clock_.sleep_until(clock_.now() + target_.round_trip); }

    private:
        Target target_;
        Clock& clock_;
        std::mutex mutex_;
        double free_from_ = 0;
    };

private:
    Device* device_of(const std::string& path);

    std::list<Device> devices_;
};

}  // namespace weft::storage
