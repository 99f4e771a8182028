// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/nursery.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

extern char** environ;

namespace weft::hdf5::apart {
namespace {

/// The state in which the process starts: the line is its standard input, no handlers of ours are
/// installed, and no signals are blocked.
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

Status not_started(const std::string& program, const std::string& why) {
    return {Code::enotsupport,
            "a netCDF-4 file that is not trusted is read by a program of Weft, '" + program +
                "', which cannot be started: " + why};
}

Status not_started(const std::string& program, int error_number) {
    return not_started(program, std::generic_category().message(error_number));
}

struct Lines {
    Descriptor ours;
    Descriptor its;
};

Result<Lines> make_lines(const std::string& program, int kind) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, kind | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return not_started(program, errno);
    return Lines{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// The process that was started leaves the nursery behind and ends. Empty: it did, as far as is
/// known, because the program may have waited for it.
std::string failure_of(pid_t process) {
    siginfo_t told{};
    int waited = 0;
    do {
        waited = ::waitid(P_PID, static_cast<id_t>(process), &told, WEXITED);
    } while (waited != 0 && errno == EINTR);
    if (waited != 0 || (told.si_code == CLD_EXITED && told.si_status == 0)) return {};
    return fmt::format("it has ended with {} {}", told.si_code == CLD_EXITED ? "code" : "signal",
                       told.si_status);
}

Result<std::shared_ptr<RunningNursery>> start(const std::string& program) {
    Result<Lines> lines = make_lines(program, SOCK_SEQPACKET);
    if (!lines.ok()) return lines.status();
    pid_t process = -1;
    const int error_number = Setting(lines.value().its.get()).spawn(program, process);
    if (error_number != 0) return not_started(program, error_number);
    const std::string failure = failure_of(process);
    if (!failure.empty()) return not_started(program, failure);
    return std::make_shared<RunningNursery>(std::move(lines.value().ours), ::getpid());
}

}  // namespace

bool RunningNursery::is_of_this_process() const noexcept {
    return program_ == ::getpid();
}

std::optional<NurseryReply> RunningNursery::ask(const NurseryRequest& request,
                                                int descriptor) noexcept {
    if (!is_of_this_process()) return std::nullopt;
    const std::lock_guard<std::mutex> lock(mutex_);
    NurseryReply reply;
    Descriptor none;
    if (!send_packet(line_.get(), request, descriptor) || !receive_packet(line_.get(), reply, none))
        return std::nullopt;
    return reply;
}

Result<std::shared_ptr<RunningNursery>> Nursery::running(bool anew) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (running_ != nullptr && !anew && running_->is_of_this_process()) return running_;
    Result<std::shared_ptr<RunningNursery>> started = start(program_);
    if (started.ok()) running_ = started.value();
    return started;
}

Result<StartedKeeper> Nursery::begin_by(const std::shared_ptr<RunningNursery>& nursery,
                                        bool& is_gone) {
    Result<Lines> lines = make_lines(program_, SOCK_STREAM);
    if (!lines.ok()) return lines.status();
    const std::optional<NurseryReply> reply =
        nursery->ask({.kind = NurseryRequest::Kind::begin}, lines.value().its.get());
    is_gone = !reply;
    if (!reply) return not_started(program_, "it ends at once");
    if (reply->error_number != 0) return not_started(program_, reply->error_number);
    return StartedKeeper{keeper_of(nursery, reply->process), std::move(lines.value().ours)};
}

Result<StartedKeeper> Nursery::begin() {
    bool is_gone = false;
    Result<std::shared_ptr<RunningNursery>> nursery = running(false);
    if (!nursery.ok()) return nursery.status();
    Result<StartedKeeper> begun = begin_by(nursery.value(), is_gone);
    if (!is_gone) return begun;
    nursery = running(true);
    if (!nursery.ok()) return nursery.status();
    return begin_by(nursery.value(), is_gone);
}

}  // namespace weft::hdf5::apart
