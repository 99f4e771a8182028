// SPDX-License-Identifier: BSD-3-Clause
// Files on a store that fails, lags or is out of date: in programs that link weft_testing or
// weft_mpiio_testing. With the library that users install, this does nothing.
#pragma once

#include <mpi.h>

#include <cstdlib>
#include <string>

/// While it lives, files that this process creates and opens are on a planned store
/// (src/storage/testing/planned_store.hpp), and stay there.
class PlannedStore {
public:
    /// "RANK:PLAN" is for one rank of `comm`, "PLAN" for each process, and "" plans nothing.
    explicit PlannedStore(const std::string& plan, MPI_Comm comm = MPI_COMM_WORLD) {
        if (plan.empty()) return;
        const bool is_of_one_rank = plan.front() >= '0' && plan.front() <= '9';
        const std::size_t colon = plan.find(':');
        int rank = 0;
        MPI_Comm_rank(comm, &rank);
        if (is_of_one_rank && plan.substr(0, colon) != std::to_string(rank)) return;
        setenv(name, plan.c_str() + (is_of_one_rank ? colon + 1 : 0), 1);
    }
    ~PlannedStore() { unsetenv(name); }
    PlannedStore(const PlannedStore&) = delete;
    PlannedStore& operator=(const PlannedStore&) = delete;

private:
    static constexpr const char* name = "WEFT_PLANNED_STORE";
};
