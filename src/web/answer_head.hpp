// SPDX-License-Identifier: BSD-3-Clause
// The first part of a server's answer: its status and its header lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft::web {

/// "bytes 0-99/1000", "bytes 0-99/*" or "bytes */1000".
struct ContentRange {
    std::int64_t first = 0;
    std::int64_t last = -1;                 // -1: none of the bytes that were asked for
    std::optional<std::int64_t> all_bytes;  // the length of the file

    friend bool operator==(const ContentRange&, const ContentRange&) = default;
};

/// Parses a Content-Range. Empty if the text is none, or its numbers contradict each other.
std::optional<ContentRange> parse_content_range(std::string_view text);

/// Parses a number of seconds or bytes, which has digits only.
std::optional<std::int64_t> parse_digits(std::string_view text);

struct AnswerHead {
    int status = 0;  // 0: no answer yet
    std::string etag{};
    std::string last_modified{};
    std::string location{};
    std::string content_encoding{};
    std::string content_type{};
    std::string retry_after{};
    std::string content_range{};
    std::string content_length{};
    std::string transfer_encoding{};  // how the body is cut, if not by its length
    std::string bucket_region{};      // of S3
    // A line that may stand there once stands there twice, with other words.
    bool contradicts_itself = false;

    /// Takes a line as it came. A status line begins a new head, as after "100 Continue".
    void take_line(std::string_view line);
};

}  // namespace weft::web
