// SPDX-License-Identifier: BSD-3-Clause
// Which call fails, and how: for tests that fail the n-th call for every n.
#pragma once

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "storage/failure.hpp"

namespace weft::storage {

/// One planned fault.
struct FaultPlan {
    enum class Effect { error, cut_short, nothing_moved };

    std::optional<Operation> operation;  // none: calls of every kind are counted together
    std::int64_t call = 0;               // 1 is the first; 0 fails none and only counts
    Effect effect = Effect::error;       // the other two concern reads and writes only
    int error_number = EIO;
    bool forever =
        false;  // this call and all later ones; not with EINTR, which is repeated until it ends

    /// kind:n:what[:forever], as "write:7:ENOSPC" or "any:12:EIO:forever". `kind` is the name of an
    /// Operation or "any", `what` is the name of an error number, or SHORT or ZERO for a transfer
    /// that moves half of its bytes or none. Code::einval, with the position, for any other text.
    static Result<FaultPlan> parse(std::string_view text);
};

/// Counts calls and picks those that fail. Threads, files and stores may share it.
class FaultTrigger {
public:
    explicit FaultTrigger(FaultPlan plan = {}) : plan_(plan) {}

    /// Counts a call. The plan when this call is to fail, otherwise null.
    const FaultPlan* next(Operation operation);

    [[nodiscard]] std::int64_t calls() const { return all_calls_; }
    [[nodiscard]] std::int64_t calls(Operation operation) const {
        return calls_[static_cast<std::size_t>(operation)];
    }
    /// The number of calls that were made to fail. If it is 0 after a run, the sweep is complete.
    [[nodiscard]] std::int64_t faults() const { return faults_; }

private:
    const FaultPlan plan_;
    std::array<std::atomic<std::int64_t>, operation_count> calls_{};
    std::atomic<std::int64_t> all_calls_ = 0;
    std::atomic<std::int64_t> faults_ = 0;
};

}  // namespace weft::storage
