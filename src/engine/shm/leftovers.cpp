// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/leftovers.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <random>
#include <string_view>

namespace weft::engine::shm {
namespace {

constexpr std::string_view prefix = "weft.";
constexpr std::time_t young_seconds = 60;

/// The process that a name says has made it; 0: it is not one of ours.
pid_t maker_of(std::string_view name) {
    pid_t process = 0;
    if (!name.starts_with(prefix)) return 0;
    name.remove_prefix(prefix.size());
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    const bool is_whole = error == std::errc() && end != name.data() + name.size() && *end == '.';
    return is_whole && process > 0 ? process : 0;
}

bool has_ended(pid_t process) {
    return kill(process, 0) != 0 && errno == ESRCH;
}

bool is_own_and_old(int directory, const char* name) {
    struct stat about {};
    return fstatat(directory, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) &&
           about.st_uid == geteuid() && std::time(nullptr) - about.st_mtime > young_seconds;
}

}  // namespace

std::string fresh_name() {
    std::random_device random;
    return fmt::format("/{}{}.{:08x}{:08x}", prefix, getpid(), random(), random());
}

void remove_leftovers(const char* directory) {
    DIR* const entries = opendir(directory);
    if (entries == nullptr) return;
    const int place = dirfd(entries);
    while (const dirent* const entry = readdir(entries)) {
        const char* const name = entry->d_name;
        const pid_t maker = maker_of(name);
        if (maker != 0 && has_ended(maker) && is_own_and_old(place, name))
            (void)unlinkat(place, name, 0);
    }
    closedir(entries);
}

}  // namespace weft::engine::shm
