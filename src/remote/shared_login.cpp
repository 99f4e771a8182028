// SPDX-License-Identifier: BSD-3-Clause
#include "remote/shared_login.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <sstream>

namespace weft::remote {
namespace {

/// The longest name: a socket has 108 bytes for it, and ssh appends 17 while it makes one.
constexpr std::size_t longest_name = 88;

/// The characters that ssh leaves alone in the value of an option.
bool is_plain(const std::string& name) {
    return std::ranges::all_of(name, [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '/' || letter == '.' || letter == '_' ||
               letter == '-';
    });
}

/// A folder of this user alone, made if need be; "" if another user could enter it.
std::string private_folder_in(const std::string& place) {
    const std::string name = place + "/weft-" + std::to_string(::geteuid());
    if (!is_plain(name) || (::mkdir(name.c_str(), 0700) != 0 && errno != EEXIST)) return "";
    struct stat facts {};
    const bool is_ours = ::lstat(name.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) &&
                         facts.st_uid == ::geteuid() && (facts.st_mode & 0077) == 0;
    return is_ours ? name : "";
}

std::string private_folder(const Ways& ways) {
    const std::string folder = ways.sockets.empty() ? "" : private_folder_in(ways.sockets);
    return folder.empty() ? private_folder_in("/tmp") : folder;
}

}  // namespace

bool can_share(const std::string& settings) {
    bool has_none = false;
    std::istringstream lines(settings);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("controlpath ")) return false;
        has_none = has_none || line == "controlmaster false";
    }
    return has_none;
}

std::string socket_to_share(const std::string& settings, const Ways& ways) {
    if (!can_share(settings)) return "";
    const std::string folder = private_folder(ways);
    if (folder.empty()) return "";
    std::random_device random;
    const std::string name =
        folder + "/ssh-" + std::to_string(::getpid()) + "-" + std::to_string(random());
    return name.size() <= longest_name ? name : "";
}

bool is_shared_at(const std::string& socket) {
    struct stat facts {};
    return !socket.empty() && ::lstat(socket.c_str(), &facts) == 0 && S_ISSOCK(facts.st_mode) &&
           facts.st_uid == ::geteuid();
}

std::vector<std::string> words_to_share(const std::string& socket) {
    return {"-o", "ControlMaster=yes", "-o", "ControlPersist=no", "-o", "ControlPath=" + socket};
}

/// If the shared connection is lost just now, ssh logs in by itself, but cannot ask for a password.
std::vector<std::string> words_through(const std::string& socket) {
    return {"-o", "ControlMaster=no", "-o", "BatchMode=yes", "-o", "ControlPath=" + socket};
}

std::vector<std::string> words_without_asking() {
    return {"-o", "BatchMode=yes"};
}

}  // namespace weft::remote
