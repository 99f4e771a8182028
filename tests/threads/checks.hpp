// SPDX-License-Identifier: BSD-3-Clause
// What the threads of a test share: a count of what did not hold, and what each is to do at once.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace threads {

inline std::atomic<int> failures = 0;

inline bool require(bool holds, const std::string& what) {
    if (holds) return true;
    failures.fetch_add(1);
    std::fprintf(stderr, "does not hold: %s\n", what.c_str());
    return false;
}

inline bool expect(int code, int wanted, const std::string& what) {
    return require(code == wanted,
                   what + " returned " + ncmpi_strerrno(code) + ", not " + ncmpi_strerrno(wanted));
}

inline bool ok(int code, const std::string& what) {
    return expect(code, NC_NOERR, what);
}

/// `work(0)` to `work(count - 1)` in a thread each.
template <class Work>
void side_by_side(int count, Work work) {
    std::vector<std::thread> running;
    for (int i = 0; i < count; ++i) running.emplace_back(work, i);
    for (std::thread& thread : running) thread.join();
}

inline int rank_in(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

inline int size_of(MPI_Comm comm) {
    int size = 1;
    MPI_Comm_size(comm, &size);
    return size;
}

}  // namespace threads
