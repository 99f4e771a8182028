// SPDX-License-Identifier: BSD-3-Clause
#include "sets/targets.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <system_error>
#include <thread>

#include "mpi/agreed.hpp"
#include "mpi/together.hpp"
#include "parts/paths.hpp"
#include "parts/targets.hpp"
#include "storage/rate_probe.hpp"
#include "storage/signals_blocked.hpp"

namespace weft::sets {
namespace {

/// A trial of one target, measured by this rank.
struct Trial {
    std::size_t target;
    std::string path;
    Result<double> rate = Status();
    std::optional<storage::ShownRate> shown = {};  // before it ends
    bool has_ended = false;
};

using Moment = std::chrono::steady_clock::time_point;

/// The moment at which ranks exchange the results of trials of this many seconds: after the first
/// wait of a device that serves in turns of half that time, as Linux does for limited rates.
Moment moment_to_meet(double seconds) {
    constexpr double share = 0.75;
    return std::chrono::steady_clock::now() + std::chrono::duration_cast<Moment::duration>(
                                                  std::chrono::duration<double>(share * seconds));
}

std::vector<Trial> trials_of(region::Interval mine, const std::string& master,
                             const parts::SetId& id, const std::vector<std::string>& folders) {
    std::vector<Trial> trials;
    for (std::int64_t i = mine.begin; i < mine.end; ++i) {
        const std::string name = parts::name_of_part(master, static_cast<int>(i), folders, id);
        trials.push_back({.target = static_cast<std::size_t>(i),
                          .path = parts::path_of_part(master, name) + ".probe"});
    }
    return trials;
}

/// The trials of one rank, which run at the same time, each on its own thread.
class Trials {
public:
    explicit Trials(std::vector<Trial> trials) : trials_(std::move(trials)) {}
    ~Trials() { finish(false); }
    Trials(const Trials&) = delete;
    Trials& operator=(const Trials&) = delete;

    void start(storage::Store& store, double seconds) {
        for (Trial& trial : trials_) {
            try {
                const storage::SignalsBlocked blocked;
                threads_.emplace_back(
                    [this, &trial, &store, seconds] { carry_out(trial, store, seconds); });
            } catch (const std::system_error& error) {
                trial.rate = Status(Code::enomem, fmt::format("{}: no thread to measure it: {}",
                                                              trial.path, error.what()));
                end(trial);
            }
        }
    }

    /// Waits until all trials have results or have ended, at most until `latest`; returns the rates
    /// over the whole time and in its later half. Enters those of this rank among those of all
    /// targets.
    void wait_for_rates(Moment latest, std::span<std::int64_t> overall_rates,
                        std::span<std::int64_t> later_rates) {
        std::unique_lock guard(mutex_);
        const auto is_known = [](const Trial& trial) { return trial.has_ended || trial.shown; };
        changed_.wait_until(guard, latest, [&] { return std::ranges::all_of(trials_, is_known); });
        for (const Trial& trial : trials_) {
            const bool is_lost = trial.has_ended && !trial.rate.ok();
            const auto [overall, later] = trial.shown.value_or(storage::ShownRate{});
            overall_rates[trial.target] = is_lost ? -1 : std::llround(overall);
            later_rates[trial.target] = is_lost ? -1 : std::llround(later);
        }
    }

    /// Ends all trials, at once if the results suffice. When it returns, none is running.
    const std::vector<Trial>& finish(bool is_enough) {
        {
            const std::lock_guard guard(mutex_);
            is_enough_ = is_enough;
            changed_.notify_all();
        }
        for (std::jthread& thread : threads_) thread.join();
        threads_.clear();
        return trials_;
    }

private:
    void carry_out(Trial& trial, storage::Store& store, double seconds) {
        Result<double> rate = Status();
        const Status tried = mpi::local([&] {
            rate = storage::probe_write_rate(
                store, trial.path, seconds, storage::machine_clock(),
                [&](storage::ShownRate shown) { return is_enough(trial, shown); });
            return rate.status();
        });
        trial.rate = tried.ok() ? rate : Result<double>(tried);
        end(trial);
    }

    bool is_enough(Trial& trial, storage::ShownRate shown) {
        std::unique_lock guard(mutex_);
        trial.shown = shown;
        changed_.notify_all();
        changed_.wait(guard, [&] { return is_enough_.has_value(); });
        return *is_enough_;
    }

    void end(Trial& trial) {
        const std::lock_guard guard(mutex_);
        trial.has_ended = true;
        changed_.notify_all();
    }

    std::vector<Trial> trials_;
    std::vector<std::jthread> threads_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<bool> is_enough_;  // whether the results suffice, as all ranks have decided
};

std::string rates_in_words(const Targets& targets, const std::vector<std::int64_t>& rates) {
    const auto sum = std::accumulate(targets.weights.begin(), targets.weights.end(), 0.0);
    std::string words = "storage targets by their measured write rates:";
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const auto rate = static_cast<double>(rates[i]) / 1e6;
        const auto share = static_cast<double>(targets.weights[i]) / sum;
        words +=
            fmt::format("{} {} {:.1f} MB/s, {}", i == 0 ? "" : ";", targets.folders[i], rate,
                        share == 0 ? "left out" : fmt::format("{:.0f} % of the data", 100 * share));
    }
    return words;
}

}  // namespace

Result<Targets> try_targets(files::SharedFile& shared, const std::string& master,
                            const parts::SetId& id, const std::vector<std::string>& folders,
                            double seconds) {
    const mpi::CommView comm = shared.comm();
    const Moment meeting = moment_to_meet(seconds);
    Trials mine_to_try(
        trials_of(shared.io_ranks().share_of(std::ssize(folders)), master, id, folders));
    std::vector<std::int64_t> rates(folders.size(), 0);
    std::vector<std::int64_t> shown(2 * folders.size(), 0);
    const auto overall = std::span(shown).first(folders.size());
    const auto later = std::span(shown).last(folders.size());
    Status mine = mpi::local([&] {
        mine_to_try.start(shared.store(), seconds);
        return Status();
    });
    // Equal targets are recognised sooner, because their behaviour is the same.
    mine_to_try.wait_for_rates(meeting, overall, later);
    if (comm.size() > 1) comm.all_reduce_sum(shown);
    const bool is_enough = parts::are_alike(overall) && parts::are_alike(later);
    for (const Trial& trial : mine_to_try.finish(is_enough)) {
        mine.keep_first(trial.rate.status());
        if (trial.rate.ok())  // any rate will do
            rates[trial.target] = 1 + static_cast<std::int64_t>(trial.rate.value());
    }
    const Status failure = mpi::agree(comm, mine).status();
    if (comm.size() > 1) comm.all_reduce_sum(rates);
    Targets targets{.folders = folders, .weights = parts::weights_of_targets(rates), .notes = {}};
    if (chosen_of(targets).folders.empty()) return failure;
    targets.notes.push_back(rates_in_words(targets, rates));
    if (!failure.ok())
        targets.notes.push_back("a storage target cannot be used: " + failure.context());
    return targets;
}

Targets all_alike(const std::vector<std::string>& folders) {
    return {
        .folders = folders, .weights = std::vector<std::int64_t>(folders.size(), 1), .notes = {}};
}

Targets chosen_of(const Targets& targets) {
    Targets chosen{.folders = {}, .weights = {}, .notes = targets.notes};
    for (std::size_t i = 0; i < targets.folders.size(); ++i) {
        if (targets.weights[i] == 0) continue;
        chosen.folders.push_back(targets.folders[i]);
        chosen.weights.push_back(targets.weights[i]);
    }
    return chosen;
}

}  // namespace weft::sets
