// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/processes.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace weft::mpi {
namespace {

constexpr int bits_of_number = 32;

/// Identifies the process numbers that this process sees; 0 if the system does not tell.
std::int64_t own_space() {
    struct stat facts {};
    if (stat("/proc/self/ns/pid", &facts) != 0) return 0;
    return static_cast<std::int64_t>(facts.st_ino & 0x7FFF'FFFF);
}

enum class Life { runs, ended, unknown };

Life life_of(std::int64_t process) {
    const auto number = static_cast<pid_t>(process & 0xFFFF'FFFF);
    const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, number, 0));
    if (descriptor < 0) return errno == ESRCH ? Life::ended : Life::unknown;
    pollfd end{descriptor, POLLIN, 0};
    const int ended = poll(&end, 1, 0);
    close(descriptor);
    return ended > 0 ? Life::ended : Life::runs;
}

}  // namespace

std::int64_t own_process() {
    return own_space() << bits_of_number | std::int64_t{getpid()};
}

void Processes::watch(std::vector<std::int64_t> processes) {
    const std::int64_t mine = own_process();
    std::erase_if(processes, [mine](std::int64_t process) {
        const bool is_of_my_space = process >> bits_of_number == mine >> bits_of_number;
        return process == mine || !is_of_my_space || life_of(process) != Life::runs;
    });
    watched_ = std::move(processes);
}

bool Processes::all_live() const {
    return std::ranges::none_of(
        watched_, [](std::int64_t process) { return life_of(process) == Life::ended; });
}

}  // namespace weft::mpi
