// SPDX-License-Identifier: BSD-3-Clause
// A target that keeps its bytes inverted, in the memory of every rank: what a rank stores comes to
// the others at the end of the call.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "engine/request/test_requests.hpp"
#include "engine/window/target.hpp"

namespace weft::engine {

class InvertedTarget : public Target {
public:
    enum class Step { load, store, finish };

    /// A target that holds `bytes`, and zeros behind them, in `units` units.
    InvertedTarget(Bytes bytes, std::int64_t unit, std::int64_t units)
        : unit_(unit), inverted_(std::move(bytes)) {
        inverted_.resize(static_cast<std::size_t>(unit * units));
        for (std::byte& byte : inverted_) byte = ~byte;
    }

    /// Makes this rank's n-th step of the kind, from now on, fail.
    void fail(Step step, int n) { until_failure_[step] = n; }
    [[nodiscard]] std::int64_t failures() const { return failures_; }
    [[nodiscard]] std::int64_t loaded_units() const { return loaded_units_; }
    [[nodiscard]] std::int64_t stored_units() const { return stored_units_; }
    [[nodiscard]] std::int64_t finishes() const { return finishes_; }

    [[nodiscard]] Bytes bytes() const {
        Bytes bytes = inverted_;
        for (std::byte& byte : bytes) byte = ~byte;
        return bytes;
    }

    /// Lets a rank store so many bytes before all finish.
    void take_turns(std::int64_t bytes) { turn_bytes_ = bytes; }

    /// Lets only so many bytes of each unit be set.
    void end_units_at(std::int64_t bytes) { bytes_within_ = bytes; }

    [[nodiscard]] std::int64_t window_bytes() const override { return 0; }
    [[nodiscard]] std::int64_t bytes_within(const region::Interval& unit) const override {
        return std::min(unit.length(), bytes_within_);
    }
    [[nodiscard]] std::int64_t turn_bytes() const override { return turn_bytes_; }

    Status load(std::span<const UnitsToLoad> parts, std::int64_t /*call_bytes*/,
                const UnitReady& ready) override {
        for (const auto& [part, bytes, set_bytes] : parts) {
            check(part, std::ssize(bytes));
            if (fails(Step::load)) return {Code::eread, "a unit cannot be loaded"};
            loaded_units_ += part.length() / unit_;
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = ~inverted_[static_cast<std::size_t>(part.begin) + i];
        }
        if (ready) tell_ready(parts, ready);
        return {};
    }

    Status store(std::span<const UnitsToStore> parts) override {
        for (const auto& [part, bytes] : parts) {
            check(part, std::ssize(bytes));
            if (fails(Step::store)) return {Code::ewrite, "a unit cannot be stored"};
            stored_units_ += part.length() / unit_;
            append(part.begin);
            append(part.end);
            for (const std::byte byte : bytes) stored_.push_back(~byte);
        }
        return {};
    }

    Status finish(mpi::CommView comm) override {
        ++finishes_;
        Bytes all;
        for (const std::vector<std::byte>& rank : comm.gather(std::exchange(stored_, {}), 0))
            all.insert(all.end(), rank.begin(), rank.end());
        comm.broadcast(all, 0);
        std::set<std::int64_t> begins;
        for (std::size_t at = 0; at < all.size();) {
            const region::Interval part{number_at(all, at), number_at(all, at + sizeof part.begin)};
            at += 2 * sizeof part.begin;
            for (std::int64_t unit = part.begin; unit < part.end; unit += unit_)
                EXPECT_TRUE(begins.insert(unit).second) << "unit at " << unit << " has two owners";
            std::memcpy(inverted_.data() + part.begin, all.data() + at,
                        static_cast<std::size_t>(part.length()));
            at += static_cast<std::size_t>(part.length());
        }
        if (fails(Step::finish)) return {Code::ewrite, "a call cannot be finished"};
        return {};
    }

private:
    void check(const region::Interval& part, std::int64_t bytes) const {
        EXPECT_EQ(part.begin % unit_, 0);
        EXPECT_EQ(part.end % unit_, 0);
        EXPECT_LT(part.begin, part.end);
        EXPECT_LE(part.end, std::ssize(inverted_));
        EXPECT_EQ(part.length(), bytes);
    }
    /// The last unit first, and now and then by two threads.
    void tell_ready(std::span<const UnitsToLoad> parts, const UnitReady& ready) {
        std::vector<std::int64_t> begins;
        for (const UnitsToLoad& part : parts)
            for (std::int64_t at = part.units.begin; at < part.units.end; at += unit_)
                begins.push_back(at);
        const std::size_t threads = loads_++ % 8 == 0 ? 2 : 1;
        const auto tell_share = [&](std::size_t from) {
            for (std::size_t i = from; i < begins.size(); i += threads)
                ready(begins[begins.size() - 1 - i]);
        };
        std::thread other;
        if (threads > 1) other = std::thread(tell_share, 1);
        tell_share(0);
        if (other.joinable()) other.join();
    }
    bool fails(Step step) {
        const bool now = until_failure_.contains(step) && --until_failure_[step] == 0;
        failures_ += now ? 1 : 0;
        return now;
    }
    void append(std::int64_t number) {
        const auto bytes = std::as_bytes(std::span(&number, 1));
        stored_.insert(stored_.end(), bytes.begin(), bytes.end());
    }
    static std::int64_t number_at(const Bytes& bytes, std::size_t at) {
        std::int64_t number = 0;
        std::memcpy(&number, bytes.data() + at, sizeof number);
        return number;
    }

    std::int64_t unit_;
    std::int64_t turn_bytes_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t bytes_within_ = std::numeric_limits<std::int64_t>::max();
    Bytes inverted_;
    Bytes stored_;  // of this rank in this call: where each part begins and ends, and its bytes
    std::map<Step, int> until_failure_;
    std::int64_t failures_ = 0;
    std::int64_t loads_ = 0;
    std::int64_t loaded_units_ = 0;
    std::int64_t stored_units_ = 0;
    std::int64_t finishes_ = 0;
};

}  // namespace weft::engine
