// SPDX-License-Identifier: BSD-3-Clause
#include "remote/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

extern char** environ;

namespace weft::remote {
namespace {

constexpr std::size_t kept_words = 2000;

Status failed(const std::string& program, int error_number) {
    return {Code::efile, "\"" + program + "\" cannot be started: " +
                             std::generic_category().message(error_number)};
}

/// The state in which the child process starts.
class Setting {
public:
    Setting(int socket, int complaints) {
        posix_spawn_file_actions_init(&files_);
        posix_spawn_file_actions_adddup2(&files_, socket, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files_, socket, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&files_, complaints, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        // The child has none of the program's signal handlers, and may block or ignore what it
        // likes.
        sigset_t set;
        sigemptyset(&set);
        posix_spawnattr_setsigmask(&attributes_, &set);
        sigaddset(&set, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes_, &set);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Setting() {
        posix_spawn_file_actions_destroy(&files_);
        posix_spawnattr_destroy(&attributes_);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

    int spawn(pid_t& process, const std::vector<std::string>& words) {
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        return posix_spawnp(&process, arguments[0], &files_, &attributes_, arguments.data(),
                            environ);
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace

Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>& words) {
    if (words.empty()) return Status(Code::einval, "the command that reaches the server is empty");
    std::array<int, 2> sockets{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        return failed(words[0], errno);
    OwnedFd ours(sockets[0]);
    const OwnedFd its(sockets[1]);
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) return failed(words[0], errno);
    OwnedFd hears(pipe[0]);
    const OwnedFd complains(pipe[1]);
    // Only our end is non-blocking.
    ::fcntl(complains.get(), F_SETFL, 0);
    pid_t process = -1;
    Setting setting(its.get(), complains.get());
    const int error_number = setting.spawn(process, words);
    if (error_number != 0) return failed(words[0], error_number);
    return std::unique_ptr<Child>(new Child(process, std::move(ours), std::move(hears)));
}

Child::~Child() {
    end();
    if (!left_behind_.empty()) ::unlink(left_behind_.c_str());
}

void Child::end() {
    socket_.close();
    // A child that knows that the session is over soon ends by itself; others are killed.
    for (int i = 0; i < 50; ++i) {
        const pid_t gone = ::waitpid(process_, nullptr, WNOHANG);
        if (gone == process_ || (gone < 0 && errno == ECHILD)) return;
        ::usleep(i < 10 ? 1000 : 10000);
        if (i == 30) ::kill(process_, SIGTERM);
    }
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
}

void Child::listen() {
    std::array<char, 512> words{};
    ssize_t got = 0;
    while ((got = ::read(complaints_.get(), words.data(), words.size())) > 0) {
        said_.append(words.data(), static_cast<std::size_t>(got));
        if (said_.size() > kept_words) said_.erase(0, said_.size() - kept_words);
    }
    if (got == 0) complaints_.close();
}

std::string Child::last_words() {
    if (complaints_.get() >= 0) listen();
    std::string text = said_;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text;
}

}  // namespace weft::remote
