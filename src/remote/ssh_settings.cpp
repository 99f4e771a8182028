// SPDX-License-Identifier: BSD-3-Clause
#include "remote/ssh_settings.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "remote/child.hpp"

namespace weft::remote {
namespace {

/// ssh -G does not use the network.
constexpr double most_seconds = 2;

/// The output of a command.
std::string output_of(const std::vector<std::string>& command, const Deadline& deadline) {
    auto child = Child::start(command);
    if (!child.ok()) return "";
    FdTransport transport(child.value()->take_socket());
    std::string output;
    std::array<std::byte, 4096> bytes{};
    while (!deadline.is_over()) {
        const auto got = transport.receive(bytes);
        if (!got.ok()) return output;
        output.append(reinterpret_cast<const char*>(bytes.data()), got.value());
        if (got.value() > 0) continue;
        std::array<struct pollfd, 1> wait{{{transport.in(), POLLIN, 0}}};
        deadline.await(wait);
    }
    return "";
}

}  // namespace

bool is_open_ssh(const Ways& ways) {
    const std::vector<std::string> words = words_of(ways.shell);
    return !words.empty() && words[0].substr(words[0].rfind('/') + 1) == "ssh";
}

std::string ssh_settings(const Destination& destination, const Ways& ways,
                         const Deadline& deadline) {
    if (!is_open_ssh(ways)) return "";
    Ways asking = ways;
    asking.shell += " -G";
    asking.server.clear();
    return output_of(command_to(destination, asking), deadline.at_most(most_seconds));
}

std::vector<std::string> words_for_time(const std::string& settings, double seconds) {
    std::istringstream lines(settings);
    for (std::string line; std::getline(lines, line);) {
        if (line == "connecttimeout none")
            return {"-o",
                    "ConnectTimeout=" + std::to_string(std::max(1, static_cast<int>(seconds / 2)))};
    }
    return {};
}

}  // namespace weft::remote
