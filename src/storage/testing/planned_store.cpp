// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/planned_store.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "storage/posix_store.hpp"
#include "storage/testing/faulty_calls.hpp"
#include "storage/testing/forwarding_store.hpp"
#include "storage/testing/lagging_store.hpp"
#include "storage/testing/stale_store.hpp"
#include "storage/testing/target_clocks.hpp"
#include "storage/testing/target_store.hpp"

namespace weft::storage {
namespace {

/// slow:RATE
std::optional<double> slow_rate(std::string_view text) {
    constexpr std::string_view word = "slow:";
    if (!text.starts_with(word)) return std::nullopt;
    text.remove_prefix(word.size());
    std::int64_t rate = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
    const bool is_rate = error == std::errc() && end == text.data() + text.size() && rate > 0;
    return is_rate ? std::optional(static_cast<double>(rate)) : std::nullopt;
}

class FailingCalls {
protected:
    explicit FailingCalls(const FaultPlan& plan) : trigger_(plan) {}
    FaultTrigger trigger_;
    FaultySystemCalls calls_{trigger_};
};

/// Owns all that the fault needs. Does not measure: that would count as calls.
class FailingStore final : private FailingCalls, public ForwardingStore {
public:
    explicit FailingStore(const FaultPlan& plan)
        : FailingCalls(plan), ForwardingStore(std::make_unique<PosixStore>(calls_)) {}

    Result<Speed> measure(const std::string& path) override {
        return Status(Code::enotsupport, path + ": with a planned fault, nothing is measured");
    }
};

Result<std::unique_ptr<Store>> failing_store(std::string_view text) {
    const Result<FaultPlan> plan = FaultPlan::parse(text);
    if (!plan.ok()) return plan.status();
    return std::unique_ptr<Store>(std::make_unique<FailingStore>(plan.value()));
}

/// A store for the files in a folder.
Result<std::unique_ptr<Store>> store_in(const std::string& folder, std::string_view text) {
    if (const auto rate = slow_rate(text))
        return std::unique_ptr<Store>(std::make_unique<LaggingStore>(
            std::make_unique<PosixStore>(), *rate, clock_of_planned_target(folder)));
    return failing_store(text);
}

/// `others` but for the files in the folders of `plan`.
Result<std::unique_ptr<Store>> with_targets(std::unique_ptr<Store> others, std::string_view plan) {
    const std::size_t end = std::min(plan.find(';'), plan.size());
    const std::string_view first = plan.substr(0, end);
    if (!first.starts_with('/')) return Status(Code::einval, "no folder: " + std::string(first));
    const std::size_t colon = std::min(first.find(':'), first.size() - 1);
    const std::string folder(first.substr(0, colon));
    Result<std::unique_ptr<Store>> target = store_in(folder, first.substr(colon + 1));
    if (!target.ok()) return target;
    others = std::make_unique<TargetStore>(std::move(others), folder, std::move(target).value());
    if (end == plan.size()) return others;
    return with_targets(std::move(others), plan.substr(end + 1));
}

}  // namespace

Result<std::unique_ptr<Store>> planned_store(std::string_view plan) {
    std::unique_ptr<Store> plain = std::make_unique<PosixStore>();
    if (plan.empty()) return plain;
    if (plan == "stale")
        return std::unique_ptr<Store>(std::make_unique<StaleStore>(std::move(plain)));
    if (!plan.starts_with('/')) return failing_store(plan);
    return with_targets(std::move(plain), plan);
}

}  // namespace weft::storage
