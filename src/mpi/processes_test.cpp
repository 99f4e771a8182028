// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/processes.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace weft::mpi {
namespace {

/// Another process, until it is ended. Then it is a zombie, like a rank before its launcher has
/// waited for it.
class Child {
public:
    Child() : number_(fork()) {
        if (number_ == 0) {
            for (;;) pause();
        }
    }
    ~Child() {
        end();
        waitpid(number_, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// The number that the process would have for itself.
    [[nodiscard]] std::int64_t process() const { return own_process() - getpid() + number_; }
    void end() const {
        kill(number_, SIGKILL);
        siginfo_t info{};
        waitid(P_PID, static_cast<id_t>(number_), &info, WEXITED | WNOWAIT);
    }

private:
    pid_t number_;
};

TEST(Processes, OneThatEndsIsNoticed) {
    const Child first;
    const Child second;
    Processes processes;
    EXPECT_TRUE(processes.all_live()) << "of none";
    processes.watch({own_process(), first.process(), second.process()});
    EXPECT_TRUE(processes.all_live());
    second.end();
    EXPECT_FALSE(processes.all_live());
    EXPECT_FALSE(processes.all_live()) << "it does not come back";
}

TEST(Processes, ThoseThatCannotBeSeenAreNotWatched) {
    const Child child;
    const std::int64_t of_another_container = child.process() ^ (std::int64_t{1} << 40);
    constexpr std::int64_t larger_than_any = 0x7FFF'FFFF;
    Processes processes;
    processes.watch({of_another_container, own_process() - getpid() + larger_than_any});
    child.end();
    EXPECT_TRUE(processes.all_live());
}

}  // namespace
}  // namespace weft::mpi
