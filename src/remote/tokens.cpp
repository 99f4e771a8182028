// SPDX-License-Identifier: BSD-3-Clause
#include "remote/tokens.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <sstream>
#include <system_error>

namespace weft::remote {
namespace {

constexpr std::size_t most_file_bytes = std::size_t{1} << 20;
constexpr std::size_t most_name_bytes = 64;

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool read_key(std::string_view text, SecretKey& key) {
    if (text.size() != 2 * key.size()) return false;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const int high = digit_of(text[2 * i]);
        const int low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        key[i] = static_cast<std::byte>(16 * high + low);
    }
    return true;
}

bool is_name(std::string_view text) {
    const auto may = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '-' || c == '_';
    };
    return !text.empty() && text.size() <= most_name_bytes &&
           std::all_of(text.begin(), text.end(), may);
}

/// A date with a valid month and day.
bool is_date(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-dd";
    const auto fits = [](char c, char kind) {
        return kind == 'd' ? c >= '0' && c <= '9' : c == kind;
    };
    if (text.size() != form.size() || !std::equal(text.begin(), text.end(), form.begin(), fits))
        return false;
    const auto number = [text](std::size_t at) {
        return (text[at] - '0') * 10 + text[at + 1] - '0';
    };
    return number(5) >= 1 && number(5) <= 12 && number(8) >= 1 && number(8) <= 31;
}

/// Parses the line; returns what is wrong with it, or "". No message contains the key.
std::string parse_line(const std::string& line, Token& token) {
    std::istringstream words(line);
    std::string key;
    words >> token.key.name >> key;
    if (!is_name(token.key.name)) return "the line does not begin with the name of a token";
    if (!read_key(key, token.key.key)) return "64 hexadecimal digits must follow the name";
    for (std::string word; words >> word;) {
        if (word == "read-only") {
            token.is_read_only = true;
        } else if (word.starts_with("at=") && word.size() > 3) {
            token.at = word.substr(3);
        } else if (word.starts_with("until=") && is_date(std::string_view(word).substr(6))) {
            token.until = word.substr(6);
        } else {
            return "\"" + word + "\" is not one of at=HOST[:PORT], until=YYYY-MM-DD and read-only";
        }
    }
    return "";
}

Status failed(const std::string& path, int error_number) {
    return {Code::eperm,
            "the token file " + path + ": " + std::generic_category().message(error_number)};
}

}  // namespace

Result<std::vector<Token>> parse_tokens(std::string_view text, const std::string& place) {
    std::vector<Token> tokens;
    std::istringstream lines{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        line.erase(std::min(line.find('#'), line.size()));
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        Token token;
        std::string wrong = parse_line(line, token);
        const bool is_known = std::any_of(tokens.begin(), tokens.end(), [&](const Token& other) {
            return other.key.name == token.key.name && other.at == token.at;
        });
        if (wrong.empty() && is_known)
            wrong = "there is already a token \"" + token.key.name + "\"";
        if (!wrong.empty())
            return Status(Code::eperm, place + ", line " + std::to_string(number) + ": " + wrong);
        tokens.push_back(std::move(token));
    }
    return tokens;
}

Result<std::vector<Token>> read_tokens(const std::string& path) {
    const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (file.get() < 0) return failed(path, errno);
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0) return failed(path, errno);
    if (!S_ISREG(facts.st_mode)) return Status(Code::eperm, path + ": it is not a regular file");
    if (facts.st_uid != ::geteuid())
        return Status(Code::eperm, path + ": the token file belongs to another user");
    if ((facts.st_mode & 077) != 0)
        return Status(Code::eperm,
                      path + ": others can read or change the token file (use chmod 600)");
    std::string text;
    std::array<char, 4096> part{};
    ssize_t got = 0;
    while ((got = ::read(file.get(), part.data(), part.size())) > 0 &&
           text.size() < most_file_bytes)
        text.append(part.data(), static_cast<std::size_t>(got));
    if (got < 0) return failed(path, errno);
    if (got > 0) return Status(Code::eperm, path + ": the file is too long for a token file");
    return parse_tokens(text, path);
}

Result<Token> token_for(const std::vector<Token>& tokens, const Destination& destination) {
    const std::string place =
        destination.host + (destination.port.empty() ? "" : ":" + destination.port);
    const auto fits = [&](const Token& token) {
        return destination.user.empty() || token.key.name == destination.user;
    };
    for (const bool anywhere : {false, true}) {
        for (const Token& token : tokens) {
            const bool is_there = token.at == place || token.at == destination.host;
            if (fits(token) && (anywhere ? token.at.empty() : is_there)) return token;
        }
    }
    return Status(Code::eperm,
                  destination.name() + ": there is no token" +
                      (destination.user.empty() ? "" : " named \"" + destination.user + "\"") +
                      " for this server");
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    struct tm parts {};
    ::gmtime_r(&now, &parts);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
    return text.data();
}

}  // namespace weft::remote
