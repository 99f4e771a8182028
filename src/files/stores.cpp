// SPDX-License-Identifier: BSD-3-Clause
#include "files/stores.hpp"

#include <charconv>
#include <string_view>
#include <utility>

#include "storage/faulty_calls.hpp"
#include "storage/forwarding_store.hpp"
#include "storage/posix_store.hpp"
#include "storage/stale_store.hpp"

namespace weft::files {
namespace {

struct RankPlan {
    int rank = 0;
    storage::FaultPlan plan;
};

/// RANK:plan
Result<RankPlan> parse(std::string_view text) {
    RankPlan parsed;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed.rank);
    const auto used = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || parsed.rank < 0 || used >= text.size() || text[used] != ':')
        return Status(Code::einval, "it is 'stale' or begins with a rank and ':'");
    Result<storage::FaultPlan> plan = storage::FaultPlan::parse(text.substr(used + 1));
    if (!plan.ok()) return plan.status();
    parsed.plan = plan.value();
    return parsed;
}

class PlannedCalls {
protected:
    explicit PlannedCalls(const storage::FaultPlan& plan) : trigger_(plan) {}
    storage::FaultTrigger trigger_;
    storage::FaultySystemCalls calls_{trigger_};
};

/// A store with a planned fault owns all that the fault needs. Nothing is measured: that would
/// count as calls.
class PlannedStore final : private PlannedCalls, public storage::ForwardingStore {
public:
    explicit PlannedStore(const storage::FaultPlan& plan)
        : PlannedCalls(plan), ForwardingStore(std::make_unique<storage::PosixStore>(calls_)) {}

    Result<storage::Speed> measure(const std::string& path) override {
        return Status(Code::enotsupport, path + ": with a planned fault, nothing is measured");
    }
};

}  // namespace

Result<std::unique_ptr<storage::Store>> make_store(const std::string& fault_plan, int rank) {
    std::unique_ptr<storage::Store> plain = std::make_unique<storage::PosixStore>();
    if (fault_plan.empty()) return plain;
    if (fault_plan == "stale")
        return std::unique_ptr<storage::Store>(
            std::make_unique<storage::StaleStore>(std::move(plain)));
    const Result<RankPlan> planned = parse(fault_plan);
    if (!planned.ok())
        return Status(planned.code(), "the hint weft_fault, '" + fault_plan +
                                          "', is no fault plan: " + planned.status().context());
    if (planned.value().rank != rank) return plain;
    return std::unique_ptr<storage::Store>(std::make_unique<PlannedStore>(planned.value().plan));
}

}  // namespace weft::files
