// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/stores.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "storage/faulty_calls.hpp"
#include "storage/posix_store.hpp"
#include "storage/stale_store.hpp"

namespace weft::dataset {
namespace {

/// The plan for this rank, if there is one.
std::optional<storage::FaultPlan> plan_for(std::string_view text, int rank) {
    int planned_rank = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), planned_rank);
    if (error != std::errc() || planned_rank != rank) return std::nullopt;
    const auto used = static_cast<std::size_t>(end - text.data());
    if (used >= text.size() || text[used] != ':') return std::nullopt;
    return storage::FaultPlan::parse(text.substr(used + 1));
}

/// A store with a planned fault owns all that the fault needs.
class PlannedStore final : public storage::Store {
public:
    explicit PlannedStore(const storage::FaultPlan& plan)
        : trigger_(plan), calls_(trigger_), store_(calls_) {}

    Result<std::unique_ptr<storage::File>> open(const std::string& path,
                                                storage::OpenOptions options) override {
        return store_.open(path, options);
    }
    Status remove(const std::string& path) override { return store_.remove(path); }
    Status rename(const std::string& from, const std::string& to) override {
        return store_.rename(from, to);
    }
    Status sync_directory_of(const std::string& path) override {
        return store_.sync_directory_of(path);
    }
    Result<PathFacts> inspect(const std::string& path) override { return store_.inspect(path); }

private:
    storage::FaultTrigger trigger_;
    storage::FaultySystemCalls calls_;
    storage::PosixStore store_;
};

}  // namespace

std::unique_ptr<storage::Store> make_store(const std::string& fault_plan, int rank) {
    if (const auto plan = plan_for(fault_plan, rank)) return std::make_unique<PlannedStore>(*plan);
    if (fault_plan == "stale")
        return std::make_unique<storage::StaleStore>(std::make_unique<storage::PosixStore>());
    return std::make_unique<storage::PosixStore>();
}

}  // namespace weft::dataset
