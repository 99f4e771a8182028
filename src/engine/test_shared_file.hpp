// SPDX-License-Identifier: BSD-3-Clause
// A file that all ranks of a test share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/communicator_states.hpp"
#include "engine/engine.hpp"
#include "engine/request/test_expected.hpp"
#include "engine/request/test_requests.hpp"
#include "mpi/mpi_test_world.hpp"
#include "storage/posix_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/faulty_store.hpp"

namespace weft::engine {

inline mpi::CommView world() {
    return mpi::test_world();
}

/// Collective: whether it is so on any rank.
inline bool anywhere(bool here) {
    std::array value{std::int64_t{here ? 1 : 0}};
    world().all_reduce_max(value);
    return value[0] != 0;
}

inline std::size_t my_rank() {
    return static_cast<std::size_t>(world().rank());
}

/// Collective. A file of these bytes, open on every rank.
class SharedFile {
public:
    explicit SharedFile(const Bytes& bytes, storage::FaultPlan plan = {})
        : SharedFile(bytes, "collective_test.bin", plan) {}
    SharedFile(const Bytes& bytes, std::string path, storage::FaultPlan plan = {})
        : path_(std::move(path)), trigger_(plan) {
        if (world().rank() == 0) {
            const auto file = storage::opened(posix_, path_,
                                              {.writable = true, .create = true, .truncate = true});
            EXPECT_TRUE(file->write_at(0, bytes).ok());
        }
        world().barrier();
        file_ = storage::opened(faulty_, path_, storage::to_write);
    }
    SharedFile(const SharedFile&) = delete;
    SharedFile& operator=(const SharedFile&) = delete;
    ~SharedFile() {
        file_.reset();
        if (world().rank() == 0) unlink(path_.c_str());
    }

    [[nodiscard]] storage::File& file() { return *file_; }
    [[nodiscard]] const storage::FaultTrigger& trigger() const { return trigger_; }

    /// Collective. What the file holds when all ranks are done.
    [[nodiscard]] Bytes bytes() {
        world().barrier();
        const auto file = storage::opened(posix_, path_, storage::to_read);
        Bytes bytes(static_cast<std::size_t>(file->size().value()));
        EXPECT_EQ(file->read_at(0, bytes).value(), std::ssize(bytes));
        world().barrier();
        return bytes;
    }

private:
    std::string path_;
    storage::PosixStore posix_;
    storage::FaultTrigger trigger_;
    storage::FaultyStore faulty_{posix_, trigger_};
    std::unique_ptr<storage::File> file_;
};

/// The file when the ranks' requests were carried out one after the other.
inline Bytes file_after(const std::vector<Sample>& samples, Bytes file) {
    for (const Sample& sample : samples) file = expect(sample, file).file;
    return file;
}

/// An engine over one file. The arguments must outlive it.
inline Engine engine_over(storage::File& file, Pace& pace, const Options& options,
                          mpi::CommView comm = world()) {
    const EngineFile only{file, pace};
    return Engine(comm, CommunicatorStates::borrow(comm.handle()).value(), std::span(&only, 1),
                  options);
}

/// Collective.
inline Engine::CollectiveOutcome run(const Request& request, const Options& options,
                                     storage::File& file, std::int64_t maximum = 0) {
    Pace pace;
    return engine_over(file, pace, options).run_collective(request, maximum);
}

}  // namespace weft::engine
