// SPDX-License-Identifier: BSD-3-Clause
//
// FOLDER RANK HOW: writes the file of steps.h again and again, where the n-th call to storage of
// this rank fails in the n-th run, and with HOW "forever" all later ones do. Every rank must hear
// of it, or none. What is certain of run n is said in FOLDER/n.log as by steps.c, and "closed 0" if
// nothing was said to have failed; the file is FOLDER/n.nc. Some calls may fail unheard; so it ends
// when several runs in a row have none that is heard of.
#include <weft.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "../planned_store.hpp"
#include "steps.h"

namespace {

constexpr int steps = 5;  // with a redefinition
constexpr int most_runs = 1000;
constexpr int last_runs = 20;

int rank = 0;

/// The number of ranks that have failed.
int failures(int code) {
    int failed = code == NC_NOERR ? 0 : 1;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return failed;
}

/// Works on one file.
class Run {
public:
    explicit Run(const std::string& name) : name_(name) {
        if (rank == 0) log_ = std::fopen((name + ".log").c_str(), "w");
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() {
        if (log_ != nullptr) std::fclose(log_);
    }

    /// Writes the file; returns whether nothing has failed.
    bool write() {
        int id = -1;
        const int created = ncmpi_create(MPI_COMM_WORLD, (name_ + ".nc").c_str(),
                                         NC_CLOBBER | NC_NETCDF4, MPI_INFO_NULL, &id);
        if (!all("create", created)) return false;
        id_ = id;
        const bool is_complete = define() && go_on();
        const bool is_closed = all("close", ncmpi_close(id_));
        if (is_complete && is_closed) tell("closed", 0);
        if (!is_complete && is_closed && is_lost_) stop("close", "said nothing of what was lost");
        return is_complete && is_closed;
    }

private:
    bool define() {
        if (any(define_first(id_)) || !all("enddef", ncmpi_enddef(id_))) return false;
        tell("defined", 0);
        return true;
    }

    bool go_on() {
        for (int step = 1; step <= steps; ++step) {
            is_lost_ = any(put_share(id_, 0, step - 1)) || any(put_share(id_, 1, step - 1));
            if (is_lost_ || !all("sync", ncmpi_sync(id_))) return false;
            tell("synced", step);
            if (step % steps_of_definition == 0 && !redefine(step / steps_of_definition))
                return false;
        }
        return true;
    }

    bool redefine(int defined) {
        if (!all("redef", ncmpi_redef(id_)) || any(define_more(id_, defined)) ||
            !all("enddef", ncmpi_enddef(id_)))
            return false;
        tell("defined", defined);
        return true;
    }

    static bool any(int code) { return failures(code) > 0; }

    /// Whether a call has succeeded on all ranks. It must not succeed on only some of them.
    bool all(const char* call, int code) {
        int ranks = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        const int failed = failures(code);
        if (failed != 0 && failed != ranks) stop(call, ncmpi_strerrno(code));
        return failed == 0;
    }

    void stop(const char* call, const char* why) const {
        std::fprintf(stderr, "%s, rank %d: %s: %s\n", name_.c_str(), rank, call, why);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }

    void tell(const char* what, int number) {
        if (log_ != nullptr) std::fprintf(log_, "%s %d\n", what, number);
    }

    std::string name_;
    std::FILE* log_ = nullptr;
    int id_ = -1;
    bool is_lost_ = false;  // a put has failed
};

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::string folder = argv[1];
    const std::string how = std::string(argv[3]) == "forever" ? ":forever" : "";
    int complete = 0;
    for (int call = 1; call < most_runs && complete < last_runs; ++call) {
        const PlannedStore store(std::string(argv[2]) + ":any:" + std::to_string(call) + ":EIO" +
                                 how);
        complete = Run(folder + "/" + std::to_string(call)).write() ? complete + 1 : 0;
    }
    const bool is_over = complete == last_runs;
    if (!is_over) std::fprintf(stderr, "the calls have no end\n");
    MPI_Finalize();
    return argc > 3 && is_over ? 0 : 1;
}
