// SPDX-License-Identifier: BSD-3-Clause
// The n-th storage call of each kind and of each rank fails, for every n, while a program does
// MPI-IO. What cannot be done without must be reported: a library that injects no faults fails.
//
//     fault_sweep METHOD [--only FAULT]     METHOD: a value of weft_method
//
// FAULT is RANK:PLAN (tests/planned_store.hpp).
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "fault_verdict.hpp"

namespace mpiio_faults {
namespace {

constexpr unsigned seconds_per_run = 60;  // more than any run takes on a busy machine
constexpr int quiet_runs_at_the_end = 6;
constexpr int most_calls = 1000;

struct Kind {
    const char* name;
    int least_reports;  // of rank 0
    int least_reports_of_others;
};
/// Every rank opens the file, and writes and reads it by independent calls; rank 0 does the rest.
constexpr Kind kinds[] = {{"open", 1, 1},  {"read", 3, 3},   {"write", 6, 6},
                          {"size", 1, 1},  {"resize", 1, 0}, {"sync", 1, 1},
                          {"close", 1, 1}, {"lock", 0, 0},   {"remove", 1, 0}};

struct Failure {
    const char* name;
    int error_class;
};
constexpr Failure failures[] = {{"EIO", MPI_ERR_IO}, {"ENOSPC", MPI_ERR_NO_SPACE}};

// The run that is under way, for the alarm.
char current_run[256];

void report_hang(int) {
    constexpr char before[] = "hang: ";
    (void)!::write(STDERR_FILENO, before, sizeof before - 1);
    (void)!::write(STDERR_FILENO, current_run, std::strlen(current_run));
    (void)!::write(STDERR_FILENO, "\n", 1);
    std::abort();
}

/// A directory in memory that all ranks see.
std::string make_directory() {
    char name[] = "/dev/shm/weft-mpiio-faults-XXXXXX";
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && mkdtemp(name) == nullptr) MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    return name;
}

class Sweep {
public:
    Sweep(std::string directory, std::string method)
        : path_(std::move(directory) + "/file"), method_(std::move(method)) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &rank_count_);
    }

    /// Every fault of every rank. Returns how many runs went wrong, on all ranks.
    int run_all() {
        if (!run("", failures[0])) complain("there was an error without a fault");
        for (int rank = 0; rank < rank_count_; ++rank) {
            for (const Kind& kind : kinds) sweep(rank, kind);
            require_retries(rank);
        }
        if (rank_ == 0)
            std::printf("%s, %d ranks: %d runs, %d with an error reported, %d wrong\n",
                        method_.c_str(), rank_count_, runs_, errors_, wrong_);
        return share(wrong_);
    }

    int run_only(const std::string& fault) {
        run(fault, failures[fault.find("ENOSPC") == std::string::npos ? 0 : 1]);
        if (rank_ == 0) std::printf("%s\n", last_outcome_.c_str());
        return share(wrong_);
    }

private:
    int share(int value) const {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return value;
    }

    static std::string fault(int rank, const char* kind, int n, const char* what) {
        return std::to_string(rank) + ":" + kind + ":" + std::to_string(n) + ":" + what;
    }

    void sweep(int rank, const Kind& kind) {
        for (const Failure& failure : failures) {
            int reports = 0;
            int last = 0;  // failures that pass unnoticed do so for a few calls only
            for (int n = 1; n <= last + quiet_runs_at_the_end && n < most_calls; ++n) {
                if (run(fault(rank, kind.name, n, failure.name), failure)) continue;
                ++reports;
                last = n;
            }
            if (rank_ == 0)
                std::printf("%s, %d ranks: %s on rank %d, %s: the failures of %d calls reported\n",
                            method_.c_str(), rank_count_, failure.name, rank, kind.name, reports);
            if (reports < (rank == 0 ? kind.least_reports : kind.least_reports_of_others))
                complain("too few failures were reported, up to this one: " +
                         std::to_string(reports));
        }
    }

    /// What is not a failure must not become one.
    void require_retries(int rank) {
        for (const char* kind : {"read", "write"}) {
            for (const char* harmless : {"EINTR", "SHORT"}) {
                for (int n = 1; n <= 12; ++n) {
                    if (!run(fault(rank, kind, n, harmless), failures[0]))
                        complain(std::string(harmless) + " was not overcome");
                }
            }
        }
    }

    /// Collective. True on all ranks when no error was reported.
    bool run(const std::string& fault, const Failure& failure) {
        std::snprintf(current_run, sizeof current_run, "fault_sweep %s --only %s, rank %d of %d",
                      method_.c_str(), fault.c_str(), rank_, rank_count_);
        alarm(seconds_per_run);
        if (rank_ == 0) {
            std::filesystem::remove(path_);
            std::filesystem::remove(path_ + ".temporary");
        }
        MPI_Barrier(MPI_COMM_WORLD);
        const Outcome mine = carry_out({.path = path_, .method = method_, .fault = fault});
        std::vector<Outcome> ranks(static_cast<std::size_t>(rank_count_));
        MPI_Gather(&mine, sizeof mine, MPI_BYTE, ranks.data(), sizeof mine, MPI_BYTE, 0,
                   MPI_COMM_WORLD);
        int well = 1;
        if (rank_ == 0) {
            ++runs_;
            last_outcome_ = text_of(ranks);
            well = all_well(ranks) ? 1 : 0;
            errors_ += well == 0 ? 1 : 0;
            const std::string wrong = verdict(path_, failure.error_class, ranks);
            if (!wrong.empty()) complain(wrong);
        }
        return share(well) != 0;
    }

    void complain(const std::string& what) {
        if (rank_ != 0) return;
        std::printf("%s: %s\n    %s\n", current_run, what.c_str(), last_outcome_.c_str());
        std::fflush(stdout);
        ++wrong_;
    }

    std::string path_;
    std::string method_;
    int rank_ = 0;
    int rank_count_ = 1;
    int runs_ = 0;
    int errors_ = 0;
    int wrong_ = 0;
    std::string last_outcome_;
};

int run_program(int argc, char** argv) {
    if (argc != 2 && !(argc == 4 && std::strcmp(argv[2], "--only") == 0)) {
        std::fprintf(stderr, "usage: fault_sweep METHOD [--only FAULT]\n");
        return 2;
    }
    std::signal(SIGALRM, report_hang);
    const std::string directory = make_directory();
    Sweep sweep(directory, argv[1]);
    const int wrong = argc == 2 ? sweep.run_all() : sweep.run_only(argv[3]);
    alarm(0);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::filesystem::remove_all(directory);
    return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace mpiio_faults

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int code = mpiio_faults::run_program(argc, argv);
    MPI_Finalize();
    return code;
}
