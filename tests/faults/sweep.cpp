// SPDX-License-Identifier: BSD-3-Clause
// The n-th storage call of each rank fails, in each way, for every n, while a scenario runs.
// Failures of necessary calls must be reported: a library that injects no faults fails.
//
//     sweep METHOD [--only SCENARIO FAULT]     METHOD: a value of weft_method
//
// FAULT is RANK:PLAN (tests/planned_store.hpp).
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "verdict.hpp"

namespace faults {
namespace {

constexpr unsigned seconds_per_run = 60;  // more than any run takes on a busy machine
constexpr int quiet_runs_at_the_end = 25;
constexpr int most_calls = 5000;
constexpr int least_calls = 5;  // of a rank in a scenario, whose failure is reported

// The current run, for the alarm.
char current_run[256];

void report_hang(int) {
    constexpr char before[] = "hang: ";
    (void)!write(STDERR_FILENO, before, sizeof before - 1);
    (void)!write(STDERR_FILENO, current_run, std::strlen(current_run));
    (void)!write(STDERR_FILENO, "\n", 1);
    std::abort();
}

/// A directory in memory that all ranks see.
std::string make_directory() {
    char name[] = "/dev/shm/weft-faults-XXXXXX";
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && mkdtemp(name) == nullptr) MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    return name;
}

class Sweep {
public:
    Sweep(std::string directory, std::string method)
        : directory_(std::move(directory)), method_(std::move(method)) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &rank_count_);
    }

    /// Every fault of every rank. Returns the number of wrong runs, on all ranks.
    int run_all() {
        for (const Scenario& scenario : {creation(rank_count_), reopening(rank_count_)}) {
            run(scenario, "");
            if (scenario.creates) keep_original();
            for (int rank = 0; rank < rank_count_; ++rank) sweep_rank(scenario, rank);
        }
        if (rank_ == 0)
            std::printf("%s: %d runs, %d with an error reported, %d wrong\n", method_.c_str(),
                        runs_, errors_, wrong_);
        return share(wrong_);
    }

    int run_only(const std::string& scenario, const std::string& fault) {
        run(creation(rank_count_), "");
        keep_original();
        run(scenario == "create" ? creation(rank_count_) : reopening(rank_count_), fault);
        if (rank_ == 0) std::printf("%s\n", last_codes_.c_str());
        return share(wrong_);
    }

private:
    int share(int value) const {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return value;
    }

    void sweep_rank(const Scenario& scenario, int rank) {
        require_reports(scenario, rank);
        // The number of calls is known when no failure is reported any more.
        int calls = 0;
        for (int n = 1; n <= calls + quiet_runs_at_the_end && n < most_calls; ++n) {
            if (!run(scenario, fault(rank, "any", n, "ENOSPC"))) calls = n;
        }
        if (calls < least_calls)
            complain("the last of rank " + std::to_string(rank) +
                     "'s calls whose failure was reported is number " + std::to_string(calls));
        for (int n = 1; n <= calls; ++n) {
            // With several ranks, which rank writes what may differ from run to run.
            if (run(scenario, fault(rank, "any", n, "EIO:forever")) && rank_count_ == 1)
                complain("no call worked any more, and nobody was told");
            run(scenario, fault(rank, "any", n, "ZERO"));
            for (const char* harmless : {"EINTR", "SHORT"}) {
                if (!run(scenario, fault(rank, "any", n, harmless)))
                    complain(std::string(harmless) + " was not overcome");
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
            if (run(scenario, one)) complain("the fault was not reported");
        }
    }

    static std::string fault(int rank, const char* kind, int n, const char* what) {
        return std::to_string(rank) + ":" + kind + ":" + std::to_string(n) + ":" + what;
    }

    /// Collective. True on all ranks if no error was reported.
    bool run(const Scenario& scenario, const std::string& fault) {
        std::snprintf(current_run, sizeof current_run, "%s %s --only %s %s, rank %d of %d", "sweep",
                      method_.c_str(), scenario.name.c_str(), fault.c_str(), rank_, rank_count_);
        alarm(seconds_per_run);
        const std::string path = directory_ + "/" + scenario.name + ".nc";
        if (rank_ == 0) restore_original(scenario, path);
        const Outcome mine = carry_out(scenario, {.path = path, .method = method_, .fault = fault});
        std::vector<Outcome> ranks(static_cast<std::size_t>(rank_count_));
        MPI_Gather(&mine, sizeof mine, MPI_BYTE, ranks.data(), sizeof mine, MPI_BYTE, 0,
                   MPI_COMM_WORLD);
        int well = 1;
        if (rank_ == 0) {
            ++runs_;
            last_codes_ = text_of(ranks) + " " + ranks.front().sentence;
            well = all_well(ranks);
            errors_ += well == 0;
            if (const std::string wrong = verdict(scenario, path, ranks); !wrong.empty())
                complain(wrong);
        }
        return share(well) != 0;
    }

    void complain(const std::string& what) {
        if (rank_ != 0) return;
        std::printf("%s: %s\n    %s\n", current_run, what.c_str(), last_codes_.c_str());
        std::fflush(stdout);
        ++wrong_;
    }

    /// The result of the first scenario, which the second one opens: a file, or a master and its
    /// parts.
    void keep_original() {
        if (rank_ != 0) return;
        for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
            std::ifstream file(entry.path(), std::ios::binary);
            original_[entry.path().string()].assign(std::istreambuf_iterator<char>(file), {});
        }
    }

    void restore_original(const Scenario& scenario, const std::string& path) const {
        std::filesystem::remove_all(directory_);
        std::filesystem::create_directory(directory_);
        for (const auto& [name, bytes] : original_) {
            if (scenario.creates) continue;
            const bool is_part = !name.ends_with(".nc");
            std::ofstream(is_part ? name : path, std::ios::binary) << bytes;
        }
    }

    std::string directory_;
    std::string method_;
    int rank_ = 0;
    int rank_count_ = 1;
    std::map<std::string, std::string> original_;  // bytes, by the name of the file
    int runs_ = 0;
    int errors_ = 0;
    int wrong_ = 0;
    std::string last_codes_;
};

int run_program(int argc, char** argv) {
    if (argc != 2 && !(argc == 5 && std::strcmp(argv[2], "--only") == 0)) {
        std::fprintf(stderr, "usage: sweep METHOD [--only SCENARIO FAULT]\n");
        return 2;
    }
    std::signal(SIGALRM, report_hang);
    const std::string directory = make_directory();
    Sweep sweep(directory, argv[1]);
    const int wrong = argc == 2 ? sweep.run_all() : sweep.run_only(argv[3], argv[4]);
    alarm(0);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::filesystem::remove_all(directory);
    return wrong == 0 ? 0 : 1;
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
