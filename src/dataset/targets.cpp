// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/targets.hpp"

#include <fmt/format.h>

#include <numeric>
#include <system_error>
#include <thread>

#include "mpi/agreed.hpp"
#include "mpi/together.hpp"
#include "parts/paths.hpp"
#include "parts/targets.hpp"
#include "storage/rate_probe.hpp"
#include "storage/signals_blocked.hpp"

namespace weft::dataset {
namespace {

/// One target, tried by this rank.
struct Trial {
    std::size_t target;
    std::string path;
    Result<double> rate = Status();
};

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

/// At the same time: each on a thread of its own but the first.
void carry_out(std::vector<Trial>& trials, storage::Store& store, double seconds) {
    const auto try_one = [&](Trial& trial) {
        Result<double> rate = Status();
        const Status tried = mpi::local([&] {
            rate = storage::probe_write_rate(store, trial.path, seconds);
            return rate.status();
        });
        trial.rate = tried.ok() ? rate : Result<double>(tried);
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < trials.size(); ++i) {
        try {
            const storage::SignalsBlocked blocked;
            others.emplace_back([&, i] { try_one(trials[i]); });
        } catch (const std::system_error& error) {
            trials[i].rate = Status(Code::enomem, fmt::format("{}: no thread to try it: {}",
                                                              trials[i].path, error.what()));
        }
    }
    if (!trials.empty()) try_one(trials.front());
}

std::string rates_in_words(const Targets& targets, const std::vector<std::int64_t>& rates) {
    const auto sum = std::accumulate(targets.weights.begin(), targets.weights.end(), 0.0);
    std::string words = "storage targets by what they wrote when tried:";
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
    std::vector<Trial> trials =
        trials_of(shared.io_ranks().share_of(std::ssize(folders)), master, id, folders);
    std::vector<std::int64_t> rates(folders.size(), 0);
    Status mine = mpi::local([&] {
        carry_out(trials, shared.store(), seconds);
        return Status();
    });
    for (const Trial& trial : trials) {
        mine.keep_first(trial.rate.status());
        if (trial.rate.ok())  // however slow, it can be used
            rates[trial.target] = 1 + static_cast<std::int64_t>(trial.rate.value());
    }
    const Status failure = mpi::agree(shared.comm(), mine).status();
    if (shared.comm().size() > 1) shared.comm().all_reduce_sum(rates);
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

}  // namespace weft::dataset
