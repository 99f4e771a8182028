// SPDX-License-Identifier: BSD-3-Clause
// Runs all tests on all ranks. Rank 0 prints; the others speak up only when something fails on
// them. The program fails on every rank when a test failed on any.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

Comm world;

class FailurePrinter : public testing::EmptyTestEventListener {
    // Remembered, because GoogleTest holds its lock while it reports a failure.
    void OnTestStart(const testing::TestInfo& test) override { test_ = &test; }

    void OnTestPartResult(const testing::TestPartResult& part) override {
        if (!part.failed()) return;
        std::fprintf(stderr, "rank %d: %s.%s\n%s:%d: %s\n", world.view().rank(),
                     test_ != nullptr ? test_->test_suite_name() : "",
                     test_ != nullptr ? test_->name() : "",
                     part.file_name() != nullptr ? part.file_name() : "", part.line_number(),
                     part.summary());
    }

    const testing::TestInfo* test_ = nullptr;
};

void quieten() {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    delete listeners.Release(listeners.default_xml_generator());
    listeners.Append(new FailurePrinter);
}

void start(int* argc, char*** argv) {
#if defined(WEFT_SERIAL)
    (void)argc;
    (void)argv;
    world = Comm::self();
#else
    int provided = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided);
    Result<Comm> duplicate = Comm::duplicate(MPI_COMM_WORLD);
    if (!duplicate.ok()) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    world = std::move(duplicate).value();
#endif
}

bool failed_anywhere(bool failed_here) {
    std::array failed{std::int64_t{failed_here ? 1 : 0}};
    world.view().all_reduce_max(failed);
    return failed[0] != 0;
}

void finish() {
    world.close();
#if !defined(WEFT_SERIAL)
    MPI_Finalize();
#endif
}

}  // namespace

CommView test_world() {
    return world.view();
}

int run_tests(int argc, char** argv) {
    start(&argc, &argv);
    testing::InitGoogleMock(&argc, argv);
    if (world.view().rank() != 0) quieten();
    const bool failed = failed_anywhere(RUN_ALL_TESTS() != 0);
    finish();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace weft::mpi

int main(int argc, char** argv) {
    return weft::mpi::run_tests(argc, argv);
}
