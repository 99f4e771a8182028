// SPDX-License-Identifier: BSD-3-Clause
//
// Runs many random programs and reports the first failure, with the command that repeats it.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>

#include "mismatch.hpp"
#include "runner.hpp"
#include "self_test.hpp"

namespace random_programs {
namespace {

// The text that a rank prints if a program takes too long. It is filled before each program, and
// read by a signal handler.
const Runner* watched = nullptr;
std::array<char, 512> watched_name{};

void report_hang(int) {
    const auto say = [](const char* text) {
        if (write(STDERR_FILENO, text, std::strlen(text)) < 0) _exit(1);
    };
    say("\nno progress in ");
    say(watched_name.data());
    say("\nthis rank is at: ");
    say(watched != nullptr ? watched->current_step().c_str() : "between programs");
    say("\n");
    // The other ranks print their position before the launcher ends the whole job. MPI may not be
    // called from here.
    sleep(2);
    _exit(1);
}

struct Job {
    std::uint64_t seed;
    MPI_Comm comm;
    int ranks;
    std::uint64_t variation;  // of the performance hints
};

[[noreturn]] void report(const Runner& runner, const Options& options, const Job& job,
                         const std::string& difference) {
    int rank = 0;
    MPI_Comm_rank(job.comm, &rank);
    std::fprintf(stderr,
                 "\nprogram %llu failed on rank %d of %d, at step %d:\n  %s\n  %s\n"
                 "hints: %s\nrepeat with: mpiexec -n %d random_programs %s --trace\n",
                 static_cast<unsigned long long>(job.seed), rank, job.ranks, runner.step_number(),
                 runner.current_step().c_str(), difference.c_str(), text_of(runner.hints()).c_str(),
                 job.ranks, replay_arguments(options, job.seed).c_str());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

std::string path_of(const Options& options) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    // There is one name per job: several jobs may run in the same directory.
    long long job = getpid();
    MPI_Bcast(&job, 1, MPI_LONG_LONG_INT, 0, MPI_COMM_WORLD);
    return options.directory + "/random_program_" + std::to_string(job) + ".nc";
}

std::vector<Bytes> run_program(const Options& options, const Job& job, const std::string& path) {
    Runner runner({job.comm, job.seed, mix(job.seed, job.variation), path}, options);
    std::snprintf(watched_name.data(), watched_name.size(), "program %llu on %d ranks: %s",
                  static_cast<unsigned long long>(job.seed), job.ranks,
                  replay_arguments(options, job.seed).c_str());
    watched = &runner;
    alarm(static_cast<unsigned>(options.seconds_per_program));
    try {
        runner.run();
    } catch (const std::exception& difference) {
        report(runner, options, job, difference.what());
    }
    alarm(0);
    watched = nullptr;
    return runner.files();
}

// A few bytes from an offset on, in hexadecimal.
std::string bytes_at(const Bytes& file, std::size_t offset) {
    std::string text;
    for (std::size_t i = offset; i < std::min(offset + 8, file.size()); ++i) {
        std::array<char, 4> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x ", std::to_integer<unsigned>(file[i]));
        text += digits.data();
    }
    return text.empty() ? "nothing" : text;
}

// The first difference of two files, in words; empty if they are equal.
std::string difference_of(const Bytes& one, const Bytes& other) {
    const auto at = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    if (at.first == one.end() && at.second == other.end()) return "";
    const auto offset = static_cast<std::size_t>(at.first - one.begin());
    return "sizes " + std::to_string(one.size()) + " and " + std::to_string(other.size()) +
           ", at offset " + std::to_string(offset) + " " + bytes_at(one, offset) + "and " +
           bytes_at(other, offset);
}

void require_same_files(const Options& options, std::uint64_t seed, int ranks,
                        const std::vector<Bytes>& by_one, const std::vector<Bytes>& by_many) {
    for (std::size_t i = 0; i < by_one.size(); ++i) {
        const std::string difference = difference_of(by_one[i], by_many.at(i));
        if (difference.empty()) continue;
        std::fprintf(
            stderr,
            "\nprogram %llu: at close %zu the file of %d ranks differs from that of 1: %s\n"
            "repeat with: mpiexec -n %d random_programs %s --trace\n",
            static_cast<unsigned long long>(seed), i + 1, ranks, difference.c_str(), ranks,
            replay_arguments(options, seed).c_str());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

// The same program on growing numbers of ranks with other hints each time: the files must be equal.
void compare_rank_counts(const Options& options, std::uint64_t seed, const std::string& path) {
    int rank = 0;
    int all_ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &all_ranks);
    std::vector<Bytes> by_one;
    for (const int ranks : {1, 2, 3, 4, 7}) {
        if (ranks > all_ranks) break;
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, rank < ranks ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            const Job job{seed, comm, ranks, static_cast<std::uint64_t>(ranks)};
            const std::vector<Bytes> files = run_program(options, job, path);
            if (ranks == 1) by_one = files;
            if (rank == 0) require_same_files(options, seed, ranks, by_one, files);
            MPI_Comm_free(&comm);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

// Collective: a seed that follows from WEFT_SEED, or a random one, if a fresh seed was requested.
// Programs of different tests differ.
void draw_seed(Options& options) {
    if (!options.fresh_seed) return;
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char* given = std::getenv("WEFT_SEED");
    const std::uint64_t base =
        given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device()();
    const auto test = static_cast<std::uint64_t>(options.programs * 10 + options.same_bytes);
    options.seed = mix(mix(base, static_cast<std::uint64_t>(ranks)), test);
    MPI_Bcast(&options.seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        std::printf("seeds: --seed %llu\n", static_cast<unsigned long long>(options.seed));
        std::fflush(stdout);
    }
}

void run_all(const Options& options) {
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::string path = path_of(options);
    const double start = MPI_Wtime();
    std::pair<double, std::uint64_t> slowest{0, 0};
    for (int i = 0; i < options.programs; ++i) {
        const double begin = MPI_Wtime();
        const std::uint64_t seed =
            options.replay ? options.seed : mix(options.seed, static_cast<std::uint64_t>(i));
        if (options.same_bytes) {
            compare_rank_counts(options, seed, path);
        } else {
            run_program(options, {seed, MPI_COMM_WORLD, ranks, 0}, path);
        }
        slowest = std::max(slowest, {MPI_Wtime() - begin, seed});
    }
    if (rank == 0) {
        std::printf(
            "%d programs on %d ranks agree with the model (%.1f s; %.1f s of them for %llu)\n",
            options.programs, ranks, MPI_Wtime() - start, slowest.first,
            static_cast<unsigned long long>(slowest.second));
    }
}

}  // namespace
}  // namespace random_programs

int main(int argc, char** argv) {
    using namespace random_programs;
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int result = 0;
    try {
        Options options = parse_options({argv + 1, argv + argc});
        draw_seed(options);
        std::signal(SIGALRM, report_hang);
        if (options.self_test) {
            result = run_self_test(options);
        } else {
            run_all(options);
        }
    } catch (const std::invalid_argument& wrong) {
        if (rank == 0) std::fprintf(stderr, "%s\n%s", wrong.what(), usage().c_str());
        result = 2;
    }
    MPI_Finalize();
    return result;
}
