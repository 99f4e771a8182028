// SPDX-License-Identifier: BSD-3-Clause
// What a process can still do that has given up its rights, seen from within.
#include "hdf5/apart/keeper/rights.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>

#include "hdf5/apart/keeper/sanitized.hpp"
#include "hdf5/apart/messages.hpp"

namespace weft::hdf5::apart {
namespace {

/// Runs `work` in a new process, and returns how the process ends.
int ending_of(const std::function<int()>& work) {
    const pid_t process = ::fork();
    if (process == 0) ::_exit(work());
    int ending = 0;
    ::waitpid(process, &ending, 0);
    return ending;
}

bool can_map(std::size_t bytes, int protection) {
    void* const memory =
        ::mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED;
}

bool can_make_code() {
    void* const memory =
        ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return ::mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}

bool can_start_processes() {
    const long process = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (process == 0) ::_exit(0);
    return process > 0;
}

using Deed = bool (*)();
constexpr Deed deeds[] = {
    [] { return ::open("/proc/self/status", O_RDONLY | O_CLOEXEC) >= 0; },
    [] { return ::open("/dev/null", O_WRONLY | O_CLOEXEC) >= 0; },
    [] { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0; },
    [] { return ::dup(STDIN_FILENO) >= 0; },
    [] { return ::kill(::getppid(), 0) == 0; },
    [] { return can_start_processes(); },
    [] { return can_make_code(); },
    [] { return can_map(4096, PROT_READ | PROT_EXEC); },
    [] { return ::chdir("/") == 0; },
    [] { return ::access("/", F_OK) == 0; },
};

TEST(Rights, NothingIsLeftThatReachesOutOfTheProcess) {
    if (is_sanitized) GTEST_SKIP() << "the sanitizers need what is given up";
    int number = 0;
    for (const Deed deed : deeds) {
        const auto once = [&](bool gives_up) {
            return ending_of([&] {
                if (gives_up && !give_up_rights().empty()) return 2;
                return deed() ? 1 : 0;
            });
        };
        EXPECT_EQ(WEXITSTATUS(once(false)), 1) << number << " could not be done before";
        const int ending = once(true);
        EXPECT_TRUE(WIFEXITED(ending)) << number;
        EXPECT_EQ(WEXITSTATUS(ending), 0) << number;
        ++number;
    }
}

TEST(Rights, OnlyTheLineStaysOpen) {
    if (is_sanitized) GTEST_SKIP() << "the sanitizers need what is given up";
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    const int ending = ending_of([&] {
        ::dup2(ends[0], STDIN_FILENO);
        give_up_rights();
        const bool others = ::write(STDOUT_FILENO, "", 0) == 0 || ::write(ends[1], "x", 1) == 1;
        return others || ::write(STDIN_FILENO, "y", 1) != 1 ? 1 : 0;
    });
    EXPECT_EQ(ending, 0);
    char heard = 0;
    EXPECT_EQ(::read(ends[1], &heard, 1), 1);
    EXPECT_EQ(heard, 'y');
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(Rights, MemoryHasALimit) {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer needs more";
    EXPECT_EQ(ending_of([] {
                  give_up_rights();
                  const bool little = can_map(1 << 20, PROT_READ | PROT_WRITE);
                  return little && !can_map(keeper_memory, PROT_READ | PROT_WRITE) ? 0 : 1;
              }),
              0);
}

TEST(Rights, CrashesAreStillCrashes) {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer makes exits of them";
    const int aborted = ending_of([]() -> int {
        give_up_rights();
        std::abort();
    });
    EXPECT_TRUE(WIFSIGNALED(aborted));
    EXPECT_EQ(WTERMSIG(aborted), SIGABRT);
    const int crashed = ending_of([] {
        give_up_rights();
        *reinterpret_cast<volatile int*>(std::uintptr_t{8}) = 1;
        return 0;
    });
    EXPECT_TRUE(WIFSIGNALED(crashed));
    EXPECT_EQ(WTERMSIG(crashed), SIGSEGV);
}

}  // namespace
}  // namespace weft::hdf5::apart
