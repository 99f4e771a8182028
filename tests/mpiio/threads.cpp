// SPDX-License-Identifier: BSD-3-Clause
// Threads of a rank that use one file, as MPI_THREAD_MULTIPLE allows: each call is whole.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 4;
constexpr int rounds = 200;
constexpr const char* name = "threads.data";

std::atomic<int> failures = 0;

void claim(bool holds, const char* what) {
    if (holds) return;
    std::printf("not so: %s\n", what);
    ++failures;
}

void ok(int code, const char* what) {
    claim(code == MPI_SUCCESS, what);
}

template <class Work>
void in_threads(Work work) {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back([&work, i] { work(i); });
    for (std::thread& one : all) one.join();
}

/// Threads deal out numbers among themselves through a view with gaps, and read them back.
void explicit_offsets(MPI_File file, int rank, int ranks) {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_INT, 0, ranks * static_cast<MPI_Aint>(sizeof(int)), &column);
    MPI_Type_commit(&column);
    ok(MPI_File_set_view(file, rank * static_cast<MPI_Offset>(sizeof(int)), MPI_INT, column,
                         "native", MPI_INFO_NULL),
       "set_view");
    MPI_Type_free(&column);
    in_threads([&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            const int at = i * threads + thread;
            ok(MPI_File_write_at(file, at, &at, 1, MPI_INT, MPI_STATUS_IGNORE), "write_at");
            int got = -1;
            MPI_Request request = MPI_REQUEST_NULL;
            ok(MPI_File_iread_at(file, at, &got, 1, MPI_INT, &request), "iread_at");
            ok(MPI_Wait(&request, MPI_STATUS_IGNORE), "wait");
            claim(got == at, "a thread reads what it has written");
        }
    });
}

/// All calls move one pointer: nothing is overwritten or read twice.
void one_pointer(MPI_File file) {
    ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), "set_view");
    in_threads([&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            const std::array<int, 2> pair = {thread, i};
            ok(MPI_File_write_shared(file, pair.data(), 2, MPI_INT, MPI_STATUS_IGNORE),
               "write_shared");
        }
    });
    MPI_Barrier(MPI_COMM_WORLD);
    std::vector<std::vector<int>> seen(threads);
    in_threads([&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            std::array<int, 2> pair = {-1, -1};
            ok(MPI_File_read(file, pair.data(), 2, MPI_INT, MPI_STATUS_IGNORE), "read");
            seen[static_cast<std::size_t>(thread)].push_back(pair[0] * rounds + pair[1]);
        }
    });
    MPI_Offset position = 0;
    ok(MPI_File_get_position(file, &position), "get_position");
    claim(position == 2 * rounds * threads, "each read moves the pointer on once");
}

int run(int rank, int ranks) {
    MPI_File file = MPI_FILE_NULL;
    ok(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file),
       "open");
    explicit_offsets(file, rank, ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    ok(MPI_File_set_size(file, 0), "set_size");
    one_pointer(file);
    ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), "set_view");
    std::vector<int> all(static_cast<std::size_t>(2 * rounds * threads * ranks), -1);
    ok(MPI_File_read_at_all(file, 0, all.data(), static_cast<int>(all.size()), MPI_INT,
                            MPI_STATUS_IGNORE),
       "read_at_all");
    std::vector<int> pairs;
    for (std::size_t i = 0; i < all.size(); i += 2) pairs.push_back(all[i] * rounds + all[i + 1]);
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0; i < pairs.size(); ++i)
        claim(pairs[i] == static_cast<int>(i) / ranks, "every pair is there, once for each rank");
    ok(MPI_File_close(&file), "close");
    if (rank == 0) ::unlink(name);
    return failures > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    int level = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int result = 0;
    if (level == MPI_THREAD_MULTIPLE)
        result = run(rank, ranks);
    else if (rank == 0)
        std::printf("skipped: threads: this MPI gives no MPI_THREAD_MULTIPLE\n");
    MPI_Finalize();
    return result;
}
