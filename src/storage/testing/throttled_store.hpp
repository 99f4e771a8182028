// SPDX-License-Identifier: BSD-3-Clause
// Any store, slowed down: how tests, and trials on a desk, see slow targets and long links.
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
    std::string directory;  // whose files are on it, and those of the directories in it
    double call = 0;        // seconds
    double byte = 0;
    double round_trip = 0;  // until the caller has its answer, during which others are served
};

/// Every transfer takes its target's time on the clock; a shape is a call for each run. Other calls
/// take a round trip. Files on none of the targets are not slowed down.
class ThrottledStore final : public ForwardingStore {
public:
    /// `inner` and `clock` must outlive the store, and that its files.
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
        /// The same for a call that keeps nobody waiting.
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
