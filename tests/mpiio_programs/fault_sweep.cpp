// SPDX-License-Identifier: BSD-3-Clause
// The n-th storage call of each kind and of each rank fails, for every n, while a program does
// MPI-IO. What cannot be done without must be reported: a library that injects no faults fails.
//
//     fault_sweep METHOD [--only FAULT]     METHOD: a value of weft_method
//
// FAULT is RANK:PLAN (tests/planned_store.hpp).
#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "fault_runs.hpp"
#include "fault_verdict.hpp"

namespace mpiio_faults {
namespace {

using fault_runs::fault;

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

class Sweep {
public:
    explicit Sweep(std::string method)
        : method_(std::move(method)),
          runs_("fault_sweep " + method_),
          path_(runs_.directory() + "/file") {}

    /// Every fault of every rank. Whether no run went wrong, on all ranks.
    bool run_all() {
        if (!run("", failures[0])) runs_.complain("there was an error without a fault");
        for (int rank = 0; rank < runs_.rank_count(); ++rank) {
            for (const Kind& kind : kinds) sweep(rank, kind);
            require_retries(rank);
        }
        runs_.print_sum();
        return runs_.all_right();
    }

    bool run_only(const std::string& fault) {
        run(fault, failures[fault.find("ENOSPC") == std::string::npos ? 0 : 1]);
        if (runs_.rank() == 0) std::printf("%s\n", runs_.told().c_str());
        return runs_.all_right();
    }

private:
    void sweep(int rank, const Kind& kind) {
        for (const Failure& failure : failures) {
            int reports = 0;
            int last = 0;  // failures that pass unnoticed do so for a few calls only
            for (int n = 1; n <= last + quiet_runs_at_the_end && n < most_calls; ++n) {
                if (run(fault(rank, kind.name, n, failure.name), failure)) continue;
                ++reports;
                last = n;
            }
            if (runs_.rank() == 0)
                std::printf("%s, %d ranks: %s on rank %d, %s: the failures of %d calls reported\n",
                            method_.c_str(), runs_.rank_count(), failure.name, rank, kind.name,
                            reports);
            if (reports < (rank == 0 ? kind.least_reports : kind.least_reports_of_others))
                runs_.complain("too few failures were reported, up to this one: " +
                               std::to_string(reports));
        }
    }

    /// Harmless faults must not become failures.
    void require_retries(int rank) {
        for (const char* kind : {"read", "write"}) {
            for (const char* harmless : {"EINTR", "SHORT"}) {
                for (int n = 1; n <= 12; ++n) {
                    if (!run(fault(rank, kind, n, harmless), failures[0]))
                        runs_.complain(std::string(harmless) + " was not overcome");
                }
            }
        }
    }

    /// Collective. True on all ranks when no error was reported.
    bool run(const std::string& fault, const Failure& failure) {
        runs_.begin(fault);
        if (runs_.rank() == 0) {
            std::filesystem::remove(path_);
            std::filesystem::remove(path_ + ".temporary");
        }
        MPI_Barrier(MPI_COMM_WORLD);
        const Outcome mine = carry_out({.path = path_, .method = method_, .fault = fault});
        return runs_.end(mine, [&](const std::vector<Outcome>& ranks) {
            return verdict(path_, failure.error_class, ranks);
        });
    }

    std::string method_;
    fault_runs::Runs runs_;
    std::string path_;
};

int run_program(int argc, char** argv) {
    if (argc != 2 && !(argc == 4 && std::strcmp(argv[2], "--only") == 0)) {
        std::fprintf(stderr, "usage: fault_sweep METHOD [--only FAULT]\n");
        return 2;
    }
    Sweep sweep(argv[1]);
    const bool is_right = argc == 2 ? sweep.run_all() : sweep.run_only(argv[3]);
    return is_right ? 0 : 1;
}

}  // namespace
}  // namespace mpiio_faults

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int code = mpiio_faults::run_program(argc, argv);
    MPI_Finalize();
    return code;
}
