// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/keeper.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

extern char** environ;

namespace weft::hdf5::apart {
namespace {

/// A number of a process may become another one's when a program waits for all its children; a
/// descriptor of a process never does. Kernels before 5.3 have none.
Descriptor descriptor_of(pid_t process) {
#ifdef SYS_pidfd_open
    return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
#else
    static_cast<void>(process);
    return Descriptor();
#endif
}

class KeeperProcess final : public Keeper {
public:
    explicit KeeperProcess(pid_t process) : process_(process), descriptor_(descriptor_of(process)) {
        has_clock_ = ::clock_getcpuclockid(process, &clock_) == 0;
    }
    KeeperProcess(const KeeperProcess&) = delete;
    KeeperProcess& operator=(const KeeperProcess&) = delete;
    ~KeeperProcess() override { end(); }

    [[nodiscard]] std::chrono::nanoseconds processor_time() const noexcept override {
        timespec used{};
        if (!has_clock_ || ::clock_gettime(clock_, &used) != 0) return {};
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
    }

    /// By its soft limit, and rarely: each time for twice as long.
    void allow(std::chrono::seconds more) noexcept override {
        const std::chrono::seconds used =
            std::chrono::duration_cast<std::chrono::seconds>(processor_time());
        if (allowed_ - used > more || has_ended_) return;
        allowed_ = used + 2 * more;
        rlimit limit{};
        if (::prlimit(process_, RLIMIT_CPU, nullptr, &limit) != 0) return;
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, static_cast<rlim_t>(allowed_.count()));
        ::prlimit(process_, RLIMIT_CPU, &limit, nullptr);
    }

    Ending end() noexcept override {
        if (std::exchange(has_ended_, true)) return ending_;
        kill();
        siginfo_t told{};
        int waited = 0;
        do {
            waited = wait(told);
        } while (waited != 0 && errno == EINTR);
        if (waited != 0) return ending_;  // the program has waited for it
        const bool by_signal = told.si_code != CLD_EXITED;
        ending_ = {.is_known = true,
                   .signal = by_signal ? told.si_status : 0,
                   .code = by_signal ? 0 : told.si_status};
        return ending_;
    }

private:
    void kill() const noexcept {
#ifdef SYS_pidfd_send_signal
        if (descriptor_.get() >= 0) {
            ::syscall(SYS_pidfd_send_signal, descriptor_.get(), SIGKILL, nullptr, 0);
            return;
        }
#endif
        ::kill(process_, SIGKILL);
    }
    int wait(siginfo_t& told) const noexcept {
        constexpr auto by_descriptor = static_cast<idtype_t>(3);  // P_PIDFD
        if (descriptor_.get() < 0)
            return ::waitid(P_PID, static_cast<id_t>(process_), &told, WEXITED);
        const int waited =
            ::waitid(by_descriptor, static_cast<id_t>(descriptor_.get()), &told, WEXITED);
        if (waited == 0 || errno != EINVAL) return waited;
        // Kernel 5.3 has descriptors, and cannot wait by them.
        return ::waitid(P_PID, static_cast<id_t>(process_), &told, WEXITED);
    }

    pid_t process_;
    Descriptor descriptor_;
    clockid_t clock_{};
    bool has_clock_ = false;
    std::chrono::seconds allowed_{};
    bool has_ended_ = false;
    Ending ending_;
};

/// What the process finds: the line as its standard input, no handler of ours, no signal blocked.
class Setting {
public:
    explicit Setting(int line) {
        ::posix_spawn_file_actions_init(&files_);
        ::posix_spawn_file_actions_adddup2(&files_, line, STDIN_FILENO);
        ::posix_spawnattr_init(&attributes_);
        sigset_t set;
        ::sigemptyset(&set);
        ::posix_spawnattr_setsigmask(&attributes_, &set);
        ::sigfillset(&set);
        ::posix_spawnattr_setsigdefault(&attributes_, &set);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;
    ~Setting() {
        ::posix_spawn_file_actions_destroy(&files_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    int spawn(const std::string& program, pid_t& process) const {
        std::array<char*, 2> arguments{const_cast<char*>(program.c_str()), nullptr};
        std::array<char*, 2> environment{where_libraries_are(), nullptr};
        return ::posix_spawn(&process, program.c_str(), &files_, &attributes_, arguments.data(),
                             environment.data());
    }

private:
    /// The environment may hold passwords, and preload libraries that need an MPI.
    static char* where_libraries_are() {
        for (char** one = environ; one != nullptr && *one != nullptr; ++one)
            if (std::string_view(*one).starts_with("LD_LIBRARY_PATH=")) return *one;
        return nullptr;
    }

    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

Status not_started(const std::string& program, int error_number) {
    return {Code::enotsupport,
            "a netCDF-4 file that is not trusted is read by a program of Weft, '" + program +
                "', which cannot be started: " + std::generic_category().message(error_number)};
}

}  // namespace

Result<StartedKeeper> start_keeper(const std::string& program) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return not_started(program, errno);
    Descriptor ours(ends[0]);
    const Descriptor its(ends[1]);
    pid_t process = -1;
    const int error_number = Setting(its.get()).spawn(program, process);
    if (error_number != 0) return not_started(program, error_number);
    return StartedKeeper{std::make_unique<KeeperProcess>(process), std::move(ours)};
}

}  // namespace weft::hdf5::apart
