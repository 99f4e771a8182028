// SPDX-License-Identifier: BSD-3-Clause
#include "web/server_sentence.hpp"

#include <algorithm>

#include "base/presentable.hpp"

namespace weft::web {
namespace {

constexpr std::size_t most_characters = 200;

/// The text between <tag> and </tag>, up to the first other tag.
std::string_view element(std::string_view xml, const std::string& tag) {
    const std::size_t begin = xml.find("<" + tag + ">");
    if (begin == std::string_view::npos) return {};
    const std::string_view rest = xml.substr(begin + tag.size() + 2);
    return rest.substr(0, rest.find('<'));
}

/// A secret as it is, or as URLs have it.
void hide(std::string& text, const std::string& secret) {
    constexpr std::size_t least = 3;  // shorter ones would tear words
    constexpr std::string_view instead = "...";
    if (secret.size() < least) return;
    for (std::size_t at = text.find(secret); at != std::string::npos;
         at = text.find(secret, at + instead.size()))
        text.replace(at, secret.size(), instead);
}

bool is_printable(unsigned char c) {
    return c >= ' ' && c < 0x7f;
}

}  // namespace

std::string server_sentence(std::string_view content_type, std::string_view body,
                            std::span<const std::string> secrets) {
    std::string sentence;
    const std::string_view code = element(body, "Code");
    const std::string_view message = element(body, "Message");
    if (!code.empty() || !message.empty())
        sentence = std::string(code) + (code.empty() || message.empty() ? "" : ": ") +
                   std::string(message);
    else if (content_type.starts_with("text/plain"))
        sentence = body.substr(0, body.find_first_of("\r\n"));
    for (const std::string& secret : secrets) hide(sentence, secret);
    sentence = presentable(sentence);
    std::ranges::replace_if(
        sentence, [](unsigned char c) { return !is_printable(c); }, ' ');
    if (sentence.size() > most_characters) sentence = sentence.substr(0, most_characters) + "...";
    return sentence;
}

}  // namespace weft::web
