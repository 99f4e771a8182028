// SPDX-License-Identifier: BSD-3-Clause
#include "storage/choose_store.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "storage/any_store.hpp"
#include "storage/faulty_calls.hpp"
#include "storage/forwarding_store.hpp"
#include "storage/lagging_store.hpp"
#include "storage/stale_store.hpp"
#include "storage/target_store.hpp"

namespace weft::storage {
namespace {

struct RankPlan {
    int rank = 0;
    FaultPlan plan;
};

/// RANK:plan
Result<RankPlan> parse(std::string_view text) {
    RankPlan parsed;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed.rank);
    const auto used = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || parsed.rank < 0 || used >= text.size() || text[used] != ':')
        return Status(Code::einval,
                      "it is 'stale', or begins with a rank or an absolute folder, and ':'");
    Result<FaultPlan> plan = FaultPlan::parse(text.substr(used + 1));
    if (!plan.ok()) return plan.status();
    parsed.plan = plan.value();
    return parsed;
}

/// slow:BYTES_PER_SECOND
std::optional<double> slow_rate(std::string_view text) {
    constexpr std::string_view word = "slow:";
    if (!text.starts_with(word)) return std::nullopt;
    text.remove_prefix(word.size());
    std::int64_t rate = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
    const bool is_rate = error == std::errc() && end == text.data() + text.size() && rate > 0;
    return is_rate ? std::optional(static_cast<double>(rate)) : std::nullopt;
}

class PlannedCalls {
protected:
    explicit PlannedCalls(const FaultPlan& plan) : trigger_(plan) {}
    FaultTrigger trigger_;
    FaultySystemCalls calls_{trigger_};
};

/// A store with a planned fault owns all that the fault needs. Nothing is measured: that would
/// count as calls.
class PlannedStore final : private PlannedCalls, public ForwardingStore {
public:
    explicit PlannedStore(const FaultPlan& plan)
        : PlannedCalls(plan), ForwardingStore(std::make_unique<PosixStore>(calls_)) {}

    Result<Speed> measure(const std::string& path) override {
        return Status(Code::enotsupport, path + ": with a planned fault, nothing is measured");
    }
};

Result<std::unique_ptr<Store>> store_here(const std::string& fault_plan, int rank) {
    std::unique_ptr<Store> plain = std::make_unique<PosixStore>();
    if (fault_plan.empty()) return plain;
    if (fault_plan == "stale")
        return std::unique_ptr<Store>(std::make_unique<StaleStore>(std::move(plain)));
    const auto refused = [&](const Status& why) {
        return Status(why.code(), "the hint weft_fault, '" + fault_plan +
                                      "', is no fault plan: " + why.context());
    };
    if (fault_plan.front() == '/') {
        const std::size_t colon = std::min(fault_plan.find(':'), fault_plan.size() - 1);
        if (const auto rate = slow_rate(std::string_view(fault_plan).substr(colon + 1)))
            return std::unique_ptr<Store>(std::make_unique<TargetStore>(
                std::move(plain), fault_plan.substr(0, colon),
                std::make_unique<LaggingStore>(std::make_unique<PosixStore>(), *rate)));
        const Result<FaultPlan> plan = FaultPlan::parse(fault_plan.substr(colon + 1));
        if (!plan.ok()) return refused(plan.status());
        return std::unique_ptr<Store>(
            std::make_unique<TargetStore>(std::move(plain), fault_plan.substr(0, colon),
                                          std::make_unique<PlannedStore>(plan.value())));
    }
    const Result<RankPlan> planned = parse(fault_plan);
    if (!planned.ok()) return refused(planned.status());
    if (planned.value().rank != rank) return plain;
    return std::unique_ptr<Store>(std::make_unique<PlannedStore>(planned.value().plan));
}

}  // namespace

Result<std::unique_ptr<Store>> choose_store(const std::string& fault_plan, int rank,
                                            const RemoteWays& ways) {
    Result<std::unique_ptr<Store>> here = store_here(fault_plan, rank);
    if (!here.ok()) return here;
    return std::unique_ptr<Store>(std::make_unique<AnyStore>(std::move(here).value(), ways));
}

}  // namespace weft::storage
