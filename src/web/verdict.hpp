// SPDX-License-Identifier: BSD-3-Clause
// Decides what to do with a server's answer to a request for a part of a file, before its bytes are
// taken: a pure function of the request, the answer, and what is known.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "web/answer_head.hpp"
#include "web/file_version.hpp"

namespace weft::web {

/// The bytes that are asked for: at least one.
struct Asked {
    std::int64_t offset = 0;
    std::int64_t length = 0;
    bool is_whole = false;  // the file as a whole, from a server that gives no parts

    [[nodiscard]] std::int64_t end() const { return offset + length; }
    /// "bytes=0-99"
    [[nodiscard]] std::string range() const;
};

struct Verdict {
    enum class Kind {
        bytes,  // they follow
        none,   // the file has none
        redirect,
        again,    // later: the server is busy, or its answer has been cut
        failure,  // for good
    };
    Kind kind = Kind::failure;
    Status why{};                // unless it is good
    std::int64_t length = 0;     // of the bytes that follow; -1: as many as come
    std::int64_t all_bytes = 0;  // the length of the file
};

/// `known`: the version that other parts are of; null: it is to be learned from this answer.
/// `why` does not name the file. Code::enoent: there is no such file. Code::eaccess: not permitted.
/// Code::enotsupport: the server gives no parts. Code::eread: the file has changed. Code::efile:
/// all else.
Verdict judge(const Asked& asked, const AnswerHead& head, const FileVersion* known);

}  // namespace weft::web
