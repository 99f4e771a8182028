// SPDX-License-Identifier: BSD-3-Clause
// Runs of a program in each of which one storage call of one rank fails (tests/planned_store.hpp):
// what has gone wrong in them, and in which one it has hung.
#pragma once

#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace fault_runs {

/// "RANK:KIND:N:WHAT", a plan for one rank.
inline std::string fault(int rank, const std::string& kind, int n, const std::string& what) {
    return std::to_string(rank) + ":" + kind + ":" + std::to_string(n) + ":" + what;
}

/// The runs of all ranks together: each makes the same calls. Rank 0's counts are used and printed.
class Runs {
public:
    /// `command`: how the program is started, without the fault.
    explicit Runs(std::string command)
        : command_(std::move(command)), directory_(make_directory()) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &rank_count_);
        std::signal(SIGALRM, report_hang);
    }
    ~Runs() {
        alarm(0);
        if (rank_ == 0) std::filesystem::remove_all(directory_);
    }
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int rank_count() const { return rank_count_; }
    /// The folder of the runs, in memory; all ranks see it.
    [[nodiscard]] const std::string& directory() const { return directory_; }
    /// The plan that the ranks of the last run were given.
    [[nodiscard]] const std::string& told() const { return told_; }

    /// `arguments`: behind `--only`, they repeat the run that begins now.
    void begin(const std::string& arguments) {
        std::snprintf(current_run, sizeof current_run, "%s --only %s, rank %d of %d",
                      command_.c_str(), arguments.c_str(), rank_, rank_count_);
        alarm(longest_seconds);
    }

    /// Collective. Ends the run. `judge(outcomes of all ranks)`, which rank 0 calls, says what is
    /// wrong; all_well() and text_of() are found beside Outcome. True on all ranks when no error
    /// was reported.
    template <class Outcome, class Judge>
    bool end(const Outcome& mine, Judge&& judge) {
        std::vector<Outcome> ranks(static_cast<std::size_t>(rank_count_));
        MPI_Gather(&mine, sizeof mine, MPI_BYTE, ranks.data(), sizeof mine, MPI_BYTE, 0,
                   MPI_COMM_WORLD);
        int well = 1;
        if (rank_ == 0) {
            ++runs_;
            told_ = text_of(ranks);
            well = all_well(ranks) ? 1 : 0;
            errors_ += well == 0 ? 1 : 0;
            if (const std::string wrong = judge(ranks); !wrong.empty()) complain(wrong);
        }
        return share(well) != 0;
    }

    /// Complains about the last run, or about several up to it.
    void complain(const std::string& what) {
        if (rank_ != 0) return;
        std::printf("%s: %s\n    %s\n", current_run, what.c_str(), told_.c_str());
        std::fflush(stdout);
        ++wrong_;
    }

    void print_sum() const {
        if (rank_ == 0)
            std::printf("%s, %d ranks: %d runs, %d with an error reported, %d wrong\n",
                        command_.c_str(), rank_count_, runs_, errors_, wrong_);
    }

    /// Collective.
    [[nodiscard]] bool all_right() const { return share(wrong_) == 0; }

private:
    static constexpr unsigned longest_seconds = 60;  // more than a run takes on a busy machine

    static std::string make_directory() {
        char name[] = "/dev/shm/weft-faults-XXXXXX";
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank == 0 && mkdtemp(name) == nullptr) MPI_Abort(MPI_COMM_WORLD, 2);
        MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
        return name;
    }

    static void report_hang(int) {
        constexpr char before[] = "hang: ";
        (void)!::write(STDERR_FILENO, before, sizeof before - 1);
        (void)!::write(STDERR_FILENO, current_run, std::strlen(current_run));
        (void)!::write(STDERR_FILENO, "\n", 1);
        std::abort();
    }

    [[nodiscard]] static int share(int value) {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return value;
    }

    static inline char current_run[256];  // for the alarm

    std::string command_;
    std::string directory_;
    int rank_ = 0;
    int rank_count_ = 1;
    int runs_ = 0;
    int errors_ = 0;
    int wrong_ = 0;
    std::string told_;
};

}  // namespace fault_runs
