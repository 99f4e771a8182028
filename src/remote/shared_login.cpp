// SPDX-License-Identifier: BSD-3-Clause
#include "remote/shared_login.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <sstream>

#include "remote/child.hpp"

namespace weft::remote {
namespace {

/// A socket's name has 108 bytes, of which ssh takes 17 more while it makes one.
constexpr std::size_t longest_name = 88;
/// Nothing is asked of the network.
constexpr double settings_seconds = 2;

/// What ssh neither cuts at nor replaces in the value of an option.
bool is_plain(const std::string& name) {
    return std::ranges::all_of(name, [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '/' || letter == '.' || letter == '_' ||
               letter == '-';
    });
}

/// This user's own, made if need be; "" where somebody else could enter it.
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

/// What the command says of how it would go there, without going; "" where it does not answer.
std::string settings_for(const Destination& destination, const Ways& ways,
                         const Patience& patience) {
    Ways asking = ways;
    asking.shell += " -G";
    asking.server.clear();
    auto child = Child::start(command_to(destination, asking));
    if (!child.ok()) return "";
    FdTransport transport(child.value()->take_socket());
    std::string settings;
    std::array<std::byte, 4096> bytes{};
    while (!patience.is_over()) {
        const auto got = transport.receive(bytes);
        if (!got.ok()) return settings;
        settings.append(reinterpret_cast<const char*>(bytes.data()), got.value());
        if (got.value() > 0) continue;
        std::array<struct pollfd, 1> wait{{{transport.in(), POLLIN, 0}}};
        patience.await(wait);
    }
    return "";
}

}  // namespace

bool is_open_ssh(const Ways& ways) {
    const std::vector<std::string> words = words_of(ways.shell);
    return !words.empty() && words[0].substr(words[0].rfind('/') + 1) == "ssh";
}

bool can_share(const std::string& settings) {
    bool has_none = false;
    std::istringstream lines(settings);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("controlpath ")) return false;
        has_none = has_none || line == "controlmaster false";
    }
    return has_none;
}

std::string socket_to_share(const Destination& destination, const Ways& ways,
                            const Patience& patience) {
    // Others are not even asked: who knows what they would do.
    if (!is_open_ssh(ways)) return "";
    if (!can_share(settings_for(destination, ways, patience.at_most(settings_seconds)))) return "";
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

/// Where the connection is lost just now ssh logs in by itself, but nobody can be asked then.
std::vector<std::string> words_through(const std::string& socket) {
    return {"-o", "ControlMaster=no", "-o", "BatchMode=yes", "-o", "ControlPath=" + socket};
}

std::vector<std::string> words_without_asking() {
    return {"-o", "BatchMode=yes"};
}

}  // namespace weft::remote
