// SPDX-License-Identifier: BSD-3-Clause
// Runs all tests on all ranks. Rank 0 prints; the others speak up only when something fails on
// them. The program fails on every rank when a test failed on any, when ranks disagree on what to
// skip, and when there was no test to run. Rank 0 says "skipped: TEST: WHY" of each test that is
// skipped, which dev/test counts; a program that skips all of them returns 77.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

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

class SkipPrinter : public testing::EmptyTestEventListener {
    void OnTestEnd(const testing::TestInfo& test) override {
        if (!test.result()->Skipped()) return;
        const testing::TestPartResult& part = test.result()->GetTestPartResult(0);
        std::printf("skipped: %s.%s: %s\n", test.test_suite_name(), test.name(), part.message());
        std::fflush(stdout);
    }
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

void leave_out_what_needs_several_ranks() {
    std::string filter = GTEST_FLAG_GET(filter);
    filter += filter.find('-') == std::string::npos ? "-" : ":";
    GTEST_FLAG_SET(filter, filter + "*OnSeveralRanks.*");
}

constexpr int all_skipped = 77;

/// Collective: what the program returns.
int result_of(bool failed_here) {
    const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
    const std::int64_t run = tests.test_to_run_count();
    const std::int64_t skipped = tests.skipped_test_count();
    std::array worst{std::int64_t{failed_here ? 1 : 0}, skipped, -skipped};
    world.view().all_reduce_max(worst);
    const bool same_skips = worst[1] == -worst[2];
    if (world.view().rank() == 0 && !same_skips)
        std::printf("FAILED: ranks skip different tests\n");
    if (world.view().rank() == 0 && run == 0) std::printf("FAILED: there is no test to run\n");
    if (worst[0] != 0 || !same_skips || run == 0) return EXIT_FAILURE;
    return skipped == run ? all_skipped : EXIT_SUCCESS;
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
    if (world.view().size() == 1) leave_out_what_needs_several_ranks();
    if (world.view().rank() == 0)
        testing::UnitTest::GetInstance()->listeners().Append(new SkipPrinter);
    else
        quieten();
    const bool failed = RUN_ALL_TESTS() != 0;
    const int result = result_of(failed);
    finish();
    return result;
}

}  // namespace weft::mpi

int main(int argc, char** argv) {
    return weft::mpi::run_tests(argc, argv);
}
