// SPDX-License-Identifier: BSD-3-Clause
#include "remote/ways.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>

namespace weft::remote {
namespace {

constexpr const char* usual_shell = "ssh -T";
constexpr const char* usual_server = "weft serve --stdio";
constexpr const char* usual_tokens = "/.config/weft/tokens";
constexpr int most_streams = 16;

std::string value_of(const char* name, const char* usual) {
    const char* const value = std::getenv(name);
    return value == nullptr || *value == '\0' ? usual : value;
}

}  // namespace

Ways ways_of_environment() {
    Ways ways{.shell = value_of("WEFT_SSH", usual_shell),
              .server = value_of("WEFT_SERVE", usual_server)};
    const std::string text = value_of("WEFT_REMOTE_TIMEOUT", "");
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc() && end == text.data() + text.size() && seconds > 0)
        ways.timeout_seconds = std::clamp(seconds, 0.1, 86400.0);
    const std::string streams = value_of("WEFT_REMOTE_STREAMS", "");
    int count = 0;
    const auto [last, bad] =
        std::from_chars(streams.data(), streams.data() + streams.size(), count);
    if (bad == std::errc() && last == streams.data() + streams.size() && count >= 0)
        ways.streams = std::min(count, most_streams);
    ways.tokens = value_of("WEFT_TOKENS", (value_of("HOME", "") + usual_tokens).c_str());
    ways.sockets = value_of("XDG_RUNTIME_DIR", "");
    return ways;
}

std::vector<std::string> words_of(const std::string& command) {
    std::istringstream text(command);
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    return words;
}

std::vector<std::string> command_to(const Destination& destination, const Ways& ways,
                                    const std::vector<std::string>& options) {
    std::vector<std::string> words = words_of(ways.shell);
    words.insert(words.end(), options.begin(), options.end());
    if (!destination.port.empty()) {
        words.emplace_back("-p");
        words.push_back(destination.port);
    }
    words.push_back((destination.user.empty() ? "" : destination.user + "@") + destination.host);
    for (std::string& word : words_of(ways.server)) words.push_back(std::move(word));
    return words;
}

}  // namespace weft::remote
