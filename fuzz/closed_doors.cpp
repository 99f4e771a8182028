// SPDX-License-Identifier: BSD-3-Clause
// Functions of the system that stand in front of the system's own ones, for the program and all its
// libraries.
#include "closed_doors.hpp"

#include <dlfcn.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace {

std::atomic<bool> is_shut = false;

template <class Function>
Function* behind(const char* name) {
    if (is_shut) {
        std::fprintf(stderr, "%s was called: a master has led out of its folder\n", name);
        std::abort();
    }
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

void weft::fuzz::shut_doors(bool shut) {
    is_shut = shut;
}

extern "C" {
void* dlopen(const char* file, int mode) noexcept {
    return behind<void*(const char*, int)>("dlopen")(file, mode);
}
int socket(int domain, int type, int protocol) noexcept {
    return behind<int(int, int, int)>("socket")(domain, type, protocol);
}
int connect(int number, const sockaddr* address, socklen_t length) {
    return behind<int(int, const sockaddr*, socklen_t)>("connect")(number, address, length);
}
pid_t fork() noexcept {
    return behind<pid_t()>("fork")();
}
int execve(const char* path, char* const arguments[], char* const environment[]) noexcept {
    return behind<int(const char*, char* const[], char* const[])>("execve")(path, arguments,
                                                                            environment);
}
int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const arguments[],
                char* const environment[]) {
    return behind<decltype(posix_spawn)>("posix_spawn")(child, path, actions, attributes, arguments,
                                                        environment);
}
int posix_spawnp(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const arguments[],
                 char* const environment[]) {
    return behind<decltype(posix_spawnp)>("posix_spawnp")(child, path, actions, attributes,
                                                          arguments, environment);
}
}
