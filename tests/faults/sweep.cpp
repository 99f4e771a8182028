// SPDX-License-Identifier: BSD-3-Clause
// The n-th storage call of each rank fails, in each way, for every n, while a scenario runs.
// Failures of necessary calls must be reported: a library that injects no faults fails.
//
//     sweep METHOD [--only SCENARIO FAULT]     METHOD: a value of weft_method
//
// FAULT is RANK:PLAN (tests/planned_store.hpp).
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fault_runs.hpp"
#include "share_of_points.hpp"
#include "verdict.hpp"

namespace faults {
namespace {

using fault_runs::fault;

constexpr int quiet_runs_at_the_end = 25;
constexpr int most_calls = 5000;
constexpr int least_calls = 5;  // of a rank in a scenario, whose failure is reported

class Sweep {
public:
    explicit Sweep(std::string method)
        : method_(std::move(method)), runs_("sweep " + method_), rank_count_(runs_.rank_count()) {}

    /// Every fault of every rank. Whether no run went wrong, on all ranks.
    bool run_all() {
        for (const Scenario& scenario : {creation(rank_count_), reopening(rank_count_)}) {
            run(scenario, "");
            if (scenario.creates) keep_original();
            for (int rank = 0; rank < rank_count_; ++rank) sweep_rank(scenario, rank);
        }
        runs_.print_sum();
        return runs_.all_right();
    }

    bool run_only(const std::string& scenario, const std::string& fault) {
        run(creation(rank_count_), "");
        keep_original();
        run(scenario == "create" ? creation(rank_count_) : reopening(rank_count_), fault);
        if (runs_.rank() == 0) std::printf("%s\n", runs_.told().c_str());
        return runs_.all_right();
    }

private:
    void sweep_rank(const Scenario& scenario, int rank) {
        require_reports(scenario, rank);
        // The number of calls is known when no failure is reported any more.
        int calls = 0;
        for (int n = 1; n <= calls + quiet_runs_at_the_end && n < most_calls; ++n) {
            if (!run(scenario, fault(rank, "any", n, "ENOSPC"))) calls = n;
        }
        if (calls < least_calls)
            runs_.complain("the last of rank " + std::to_string(rank) +
                           "'s calls whose failure was reported is number " +
                           std::to_string(calls));
        // Several ranks make the same calls as one, in thousands of runs.
        const weft_tests::ShareOfPoints points(rank_count_ == 1 ? 1 : 4);
        for (int n = 1; n <= calls; ++n) {
            if (!points.takes(n)) continue;
            // With several ranks, it may differ from run to run which rank writes what.
            if (run(scenario, fault(rank, "any", n, "EIO:forever")) && rank_count_ == 1)
                runs_.complain("no call worked any more, and nobody was told");
            run(scenario, fault(rank, "any", n, "ZERO"));
            for (const char* harmless : {"EINTR", "SHORT"}) {
                if (!run(scenario, fault(rank, "any", n, harmless)))
                    runs_.complain(std::string(harmless) + " was not overcome");
            }
        }
    }

    /// These calls are necessary with every method: each rank opens the file and writes a row of
    /// its own; rank 0 reads and writes the header.
    void require_reports(const Scenario& scenario, int rank) {
        std::vector<std::string> fatal = {fault(rank, "any", 1, "EIO:forever"),
                                          fault(rank, "open", 1, "EIO"),
                                          fault(rank, "write", 1, "EIO:forever")};
        if (rank == 0) {
            fatal.push_back(fault(rank, "write", 1, "ENOSPC"));
            if (!scenario.creates) fatal.push_back(fault(rank, "read", 1, "EIO"));
        }
        for (const std::string& one : fatal) {
            if (run(scenario, one)) runs_.complain("the fault was not reported");
        }
    }

    /// Collective. True on all ranks when no error was reported.
    bool run(const Scenario& scenario, const std::string& fault) {
        runs_.begin(scenario.name + " " + fault);
        const std::string path = runs_.directory() + "/" + scenario.name + ".nc";
        if (runs_.rank() == 0) restore_original(scenario, path);
        const Outcome mine = carry_out(scenario, {.path = path, .method = method_, .fault = fault});
        return runs_.end(mine, [&](const std::vector<Outcome>& ranks) {
            return verdict(scenario, path, ranks);
        });
    }

    /// The result of the first scenario, which the second one opens: a file, or a master and its
    /// parts.
    void keep_original() {
        if (runs_.rank() != 0) return;
        for (const auto& entry : std::filesystem::directory_iterator(runs_.directory())) {
            std::ifstream file(entry.path(), std::ios::binary);
            original_[entry.path().string()].assign(std::istreambuf_iterator<char>(file), {});
        }
    }

    void restore_original(const Scenario& scenario, const std::string& path) const {
        std::filesystem::remove_all(runs_.directory());
        std::filesystem::create_directory(runs_.directory());
        for (const auto& [name, bytes] : original_) {
            if (scenario.creates) continue;
            const bool is_part = !name.ends_with(".nc");
            std::ofstream(is_part ? name : path, std::ios::binary) << bytes;
        }
    }

    std::string method_;
    fault_runs::Runs runs_;
    int rank_count_;
    std::map<std::string, std::string> original_;  // bytes, by the name of the file
};

int run_program(int argc, char** argv) {
    if (argc != 2 && !(argc == 5 && std::strcmp(argv[2], "--only") == 0)) {
        std::fprintf(stderr, "usage: sweep METHOD [--only SCENARIO FAULT]\n");
        return 2;
    }
    Sweep sweep(argv[1]);
    const bool is_right = argc == 2 ? sweep.run_all() : sweep.run_only(argv[3], argv[4]);
    return is_right ? 0 : 1;
}

}  // namespace
}  // namespace faults

int main(int argc, char** argv) {
    // All files are sets of three parts: beside the master, or in folders, where each part is
    // written by a thread of its own; or each record begins an epoch.
    const std::string kind = argv[argc - 1];
    if (kind == "--set" || kind == "--set-in-folders" || kind == "--set-in-epochs") {
        std::string hints = "weft_parts=3;weft_part_least_bytes=1;weft_part_min_ndims=1";
        if (kind == "--set-in-epochs") hints += ";weft_epoch_records=1";
        if (kind == "--set-in-folders") hints += ";weft_part_dirs=.:./.";
        setenv("PNETCDF_HINTS", hints.c_str(), 1);
        --argc;
    }
    MPI_Init(&argc, &argv);
    const int code = faults::run_program(argc, argv);
    MPI_Finalize();
    return code;
}
