// SPDX-License-Identifier: BSD-3-Clause
#include "self_test.hpp"

#include <cstdio>

#include "mismatch.hpp"
#include "runner.hpp"

namespace random_programs {
namespace {

enum class Outcome { not_done, missed, found };

// Runs on each rank alone, so that one can stop in the middle.
Outcome run_damaged(const Options& options, std::uint64_t seed, const std::string& path) {
    Runner runner({MPI_COMM_SELF, seed, seed, path}, options);
    try {
        runner.run();
    } catch (const Mismatch&) {
        return Outcome::found;
    }
    return runner.damage_done() ? Outcome::missed : Outcome::not_done;
}

}  // namespace

int run_self_test(const Options& options) {
    struct Case {
        Damage damage;
        const char* name;
    };
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::string path =
        options.directory + "/random_self_test_" + std::to_string(rank) + ".nc";
    int failures = 0;
    for (const Case& tried : {Case{Damage::none, "nothing"},
                              {Damage::read_value, "a value that was read"},
                              {Damage::put_buffer, "a buffer that was put from"},
                              {Damage::model_value, "a value of the model"},
                              {Damage::file_value, "a value in the file"},
                              {Damage::file_definition, "a name in the file"}}) {
        Options damaged = options;
        damaged.damage = tried.damage;
        int found = 0;
        int missed = 0;
        for (int i = 0; i < options.programs; ++i) {
            const Outcome outcome =
                run_damaged(damaged, mix(options.seed, static_cast<std::uint64_t>(i)), path);
            found += outcome == Outcome::found ? 1 : 0;
            missed += outcome == Outcome::missed ? 1 : 0;
        }
        std::printf("damage to %s: found in %d programs, missed in %d\n", tried.name, found,
                    missed);
        const bool right = tried.damage == Damage::none ? found == 0 : found > 0 && missed == 0;
        failures += right ? 0 : 1;
    }
    std::remove(path.c_str());
    return failures == 0 ? 0 : 1;
}

}  // namespace random_programs
