// SPDX-License-Identifier: BSD-3-Clause
#include "remote/ssh_settings.hpp"

#include <poll.h>
#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <array>
#include <sstream>

#include "remote/child.hpp"

namespace weft::remote {
namespace {

constexpr std::string_view fast_cipher = "aes128-gcm@openssh.com";
/// Nothing is asked of the network.
constexpr double most_seconds = 2;

/// What a command prints.
std::string output_of(const std::vector<std::string>& command, const Patience& patience) {
    auto child = Child::start(command);
    if (!child.ok()) return "";
    FdTransport transport(child.value()->take_socket());
    std::string output;
    std::array<std::byte, 4096> bytes{};
    while (!patience.is_over()) {
        const auto got = transport.receive(bytes);
        if (!got.ok()) return output;
        output.append(reinterpret_cast<const char*>(bytes.data()), got.value());
        if (got.value() > 0) continue;
        std::array<struct pollfd, 1> wait{{{transport.in(), POLLIN, 0}}};
        patience.await(wait);
    }
    return "";
}

std::string settings_with(const Destination& destination, Ways ways,
                          const std::vector<std::string>& options, const Patience& patience) {
    ways.shell += " -G";
    ways.server.clear();
    return output_of(command_to(destination, ways, options), patience.at_most(most_seconds));
}

/// The list of ciphers in them, at commas.
std::string ciphers_of(const std::string& settings) {
    constexpr std::string_view key = "ciphers ";
    std::istringstream lines(settings);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(key)) return line.substr(key.size());
    return "";
}

}  // namespace

bool is_open_ssh(const Ways& ways) {
    const std::vector<std::string> words = words_of(ways.shell);
    return !words.empty() && words[0].substr(words[0].rfind('/') + 1) == "ssh";
}

std::string ssh_settings(const Destination& destination, const Ways& ways,
                         const Patience& patience) {
    return is_open_ssh(ways) ? settings_with(destination, ways, {}, patience) : "";
}

bool has_aes() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
#elif defined(__aarch64__)
    return (::getauxval(AT_HWCAP) & HWCAP_AES) != 0 && (::getauxval(AT_HWCAP) & HWCAP_PMULL) != 0;
#else
    return false;
#endif
}

std::vector<std::string> words_for_cipher(const std::string& settings,
                                          const std::string& untouched) {
    const std::string ciphers = ciphers_of(settings);
    if (ciphers != ciphers_of(untouched)) return {};
    std::string others;
    bool has_fast = false;
    std::istringstream list(ciphers);
    for (std::string cipher; std::getline(list, cipher, ',');) {
        if (cipher == fast_cipher)
            has_fast = true;
        else
            others += "," + cipher;
    }
    if (!has_fast) return {};
    return {"-o", "Ciphers=" + std::string(fast_cipher) + others};
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

std::vector<std::string> cipher_words(const Destination& destination, const Ways& ways,
                                      const std::string& settings, const Patience& patience) {
    if (settings.empty() || !has_aes()) return {};
    return words_for_cipher(settings,
                            settings_with(destination, ways, {"-F", "/dev/null"}, patience));
}

}  // namespace weft::remote
