// SPDX-License-Identifier: BSD-3-Clause
// Random views, datatypes and calls against a model of the file in plain memory.
//
//     random_views [--seed S|fresh] [--cases N] [--case K] [--dir D] [--trace] [--keep-going]
//         [--calls NAME,NAME...] [--without far,reaching,ends,memory,seeks,external,holes]
//
// --case runs one case alone, --trace says what each does before it does it, --calls uses no other
// calls. The result is 1 after a difference: the first ends the run, unless it keeps going.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "execution.hpp"

namespace mpiio {
namespace {

/// Most files begin at 0; some lie where 32 bits do not reach, or have tiles that far from each
/// other.
Place random_place(Random& random, const Features& features) {
    Place place;
    place.any_memory = features.memory;
    place.may_reach = features.reaching;
    place.past_end = features.ends;
    place.may_convert = features.external;
    place.longest = random.pick(std::vector<std::int64_t>{64, 512, 512, 512, 512, 4000});
    if (!random.chance(8) || !features.far) return place;
    place.longest = 64;
    const std::int64_t far = random.pick(
        std::vector<std::int64_t>{(std::int64_t{1} << 31) - 20, (std::int64_t{1} << 31) + 3,
                                  (std::int64_t{1} << 32) - 9, 5'000'000'001});
    switch (random.between(0, 2)) {
        case 0:
            place.origin = far;
            break;
        case 1:
            place.skip = far;
            break;
        default:
            place.stretch = far;
            break;
    }
    return place;
}

MPI_Info random_hints(Random& random) {
    struct Hint {
        const char* key;
        std::vector<std::string> values;
    };
    static const std::vector<Hint> known{
        {"romio_cb_write", {"enable", "disable", "automatic"}},
        {"romio_cb_read", {"enable", "disable", "automatic"}},
        {"romio_ds_write", {"enable", "disable", "automatic"}},
        {"romio_ds_read", {"enable", "disable", "automatic"}},
        {"cb_nodes", {"1", "2", "3"}},
        {"cb_buffer_size", {"4096", "65536", "1048576"}},
        {"ind_wr_buffer_size", {"512", "4096", "524288"}},
        {"ind_rd_buffer_size", {"512", "4096", "4194304"}},
    };
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    for (const Hint& hint : known) {
        if (random.chance(15)) MPI_Info_set(info, hint.key, random.pick(hint.values).c_str());
    }
    return info;
}

std::vector<Call> chosen_calls(const std::vector<std::string>& names) {
    std::vector<Call> calls;
    for (const Call& call : all_calls()) {
        const bool is_named = std::find(names.begin(), names.end(), call.name) != names.end();
        if (is_named || names.empty()) calls.push_back(call);
    }
    return calls;
}

class Case {
public:
    Case(const Options& options, std::int64_t number)
        : options_(options),
          number_(number),
          random_(random_programs::mix(options.seed, static_cast<std::uint64_t>(number))),
          path_(options.directory + "/random_views.data"),
          place_(random_place(random_, options.features)),
          calls_(chosen_calls(options.calls)),
          info_(random_hints(random_)) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    }
    Case(const Case&) = delete;
    Case& operator=(const Case&) = delete;
    ~Case() { MPI_Info_free(&info_); }

    /// Returns the same on all ranks.
    bool run() {
        begin_file();
        open(MPI_MODE_CREATE | MPI_MODE_RDWR);
        bool is_good = agree("open");
        for (std::int64_t left = random_.between(1, 3); is_good && left > 0; --left)
            is_good = round();
        if (!is_good) return false;
        findings_.check(MPI_File_close(&handle_), "MPI_File_close");
        compare_file();
        return agree("close");
    }

private:
    /// Half of the files have contents before the first write.
    void begin_file() {
        const std::int64_t size = random_.chance(50) ? 0 : random_.between(1, 3000);
        for (std::int64_t i = 0; i < size; ++i) {
            model_.write(i, static_cast<unsigned char>(random_.next()));
        }
        if (rank_ == 0) {
            ::unlink(path_.c_str());
            std::ofstream file(path_, std::ios::binary);
            for (std::int64_t i = 0; i < size; ++i) file.put(static_cast<char>(model_.byte(i)));
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }

    bool round() {
        if (!run_phase(plan_writes(random_, calls_, ranks_, place_)) || !change_size())
            return false;
        if (random_.chance(15)) reopen();
        for (std::int64_t left = random_.between(1, 2); left > 0; --left) {
            Place place = place_;
            if (random_.chance(20)) place.origin = 0;
            if (random_.chance(20)) place.skip = 0;
            if (!run_phase(plan_reads(random_, calls_, ranks_, place, model_))) return false;
        }
        return true;
    }

    bool run_phase(const Phase& phase) {
        if (options_.traces) {
            std::printf("case %lld: %s\n", static_cast<long long>(number_),
                        phase.text(rank_).c_str());
            std::fflush(stdout);
        }
        execute(random_, handle_, phase, model_, options_.features, findings_);
        if (phase.call->is_write && !apply_writes(phase, model_)) {
            findings_.add("the test's own views overlap");
        }
        synchronize();
        compare_file();
        return agree(phase.text(rank_));
    }

    bool change_size() {
        if (!random_.chance(15)) return true;
        const std::int64_t size = random_.between(0, 1) * model_.size() + random_.between(0, 300);
        if (random_.chance(50)) {
            findings_.check(MPI_File_set_size(handle_, size), "MPI_File_set_size");
            model_.set_size(size);
        } else if (size < 1'000'000) {
            findings_.check(MPI_File_preallocate(handle_, size), "MPI_File_preallocate");
            model_.set_size(std::max(size, model_.size()));
        }
        synchronize();
        compare_file();
        return agree("the size " + std::to_string(size));
    }

    void open(int mode) {
        findings_.check(MPI_File_open(MPI_COMM_WORLD, path_.c_str(), mode, info_, &handle_),
                        "MPI_File_open");
    }

    void reopen() {
        findings_.check(MPI_File_close(&handle_), "MPI_File_close");
        open(MPI_MODE_RDWR);
    }

    /// Makes bytes that one rank has written visible to the others.
    void synchronize() {
        findings_.check(MPI_File_sync(handle_), "MPI_File_sync");
        MPI_Barrier(MPI_COMM_WORLD);
        findings_.check(MPI_File_sync(handle_), "MPI_File_sync");
    }

    void compare_file() {
        if (handle_ != MPI_FILE_NULL) {
            MPI_Offset size = -1;
            findings_.check(MPI_File_get_size(handle_, &size), "MPI_File_get_size");
            if (size != model_.size()) {
                findings_.add("MPI_File_get_size says " + std::to_string(size) + ", not " +
                              std::to_string(model_.size()));
            }
        }
        if (rank_ != 0) return;
        const std::string difference = model_.difference(path_, options_.features.holes);
        if (!difference.empty()) findings_.add(difference);
    }

    /// Whether no rank has found anything; a rank that has found something prints it.
    bool agree(const std::string& subject) {
        int is_bad = findings_.first().empty() ? 0 : 1;
        if (is_bad != 0) {
            std::printf("again with --seed %llu --case %lld on %d ranks: rank %d: %s\n  in %s\n",
                        static_cast<unsigned long long>(options_.seed),
                        static_cast<long long>(number_), ranks_, rank_, findings_.first().c_str(),
                        subject.c_str());
            std::fflush(stdout);
        }
        MPI_Allreduce(MPI_IN_PLACE, &is_bad, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        return is_bad == 0;
    }

    const Options& options_;
    std::int64_t number_;
    Random random_;
    std::string path_;
    Place place_;
    std::vector<Call> calls_;
    MPI_Info info_;
    int rank_ = 0;
    int ranks_ = 1;
    MPI_File handle_ = MPI_FILE_NULL;
    FileModel model_;
    Findings findings_;
};

/// Returns main()'s result.
int run(const Options& options) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
    const std::int64_t first = options.only < 0 ? 0 : options.only;
    const std::int64_t end = options.only < 0 ? options.cases : options.only + 1;
    std::int64_t failed = 0;
    std::int64_t run = 0;
    for (std::int64_t number = first; number < end && (failed == 0 || options.keeps_going);
         ++number, ++run) {
        failed += Case(options, number).run() ? 0 : 1;
    }
    if (rank == 0) {
        ::unlink((options.directory + "/random_views.data").c_str());
        std::printf("%lld cases, %lld failed\n", static_cast<long long>(run),
                    static_cast<long long>(failed));
    }
    return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace mpiio

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int result = 2;
    try {
        mpiio::Options options = mpiio::parse(argc, argv);
        MPI_Bcast(&options.seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
        result = mpiio::run(options);
    } catch (const std::exception& error) {
        std::printf("random_views: %s\n", error.what());
    }
    MPI_Finalize();
    return result;
}
