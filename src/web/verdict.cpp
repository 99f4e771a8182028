// SPDX-License-Identifier: BSD-3-Clause
#include "web/verdict.hpp"

#include <algorithm>

namespace weft::web {
namespace {

using Kind = Verdict::Kind;

enum Http {
    ok = 200,
    partial = 206,
    moved = 301,
    found = 302,
    see_other = 303,
    temporary = 307,
    permanent = 308,
    unauthorized = 401,
    forbidden = 403,
    not_found = 404,
    timeout = 408,
    gone = 410,
    precondition = 412,
    unsatisfiable = 416,
    too_many = 429,
    internal = 500,
    bad_gateway = 502,
    unavailable = 503,
    gateway_timeout = 504,
};

Verdict failed(Code code, std::string why) {
    return {.kind = Kind::failure, .why = {code, std::move(why)}};
}

std::string status_words(int status) {
    return "the server answers with status " + std::to_string(status);
}

bool is_identity(const std::string& encoding) {
    return encoding.empty() || encoding == "identity";
}

Verdict judge_whole(const AnswerHead& head, const FileVersion* known) {
    const auto length = parse_digits(head.content_length);
    if (known != nullptr) {
        const Status same = known->compare(head, length);
        if (!same.ok()) return {.kind = Kind::failure, .why = same};
    }
    const std::int64_t bytes = length.value_or(-1);
    return {.kind = bytes == 0 ? Kind::none : Kind::bytes, .length = bytes, .all_bytes = bytes};
}

/// The bytes that follow must be exactly those that were asked for, as far as the file has them.
Verdict judge_part(const Asked& asked, const AnswerHead& head, const FileVersion* known) {
    const auto range = parse_content_range(head.content_range);
    if (!range || range->last < 0)
        return failed(Code::efile, "the server does not say which bytes it sends");
    if (!range->all_bytes && known == nullptr)
        return failed(Code::efile, "the server does not say how long the file is");
    if (known != nullptr) {
        const Status same = known->compare(head, range->all_bytes);
        if (!same.ok()) return {.kind = Kind::failure, .why = same};
    }
    const std::int64_t all_bytes = range->all_bytes.value_or(known == nullptr ? 0 : known->bytes);
    const std::int64_t end = std::min(asked.end(), all_bytes);
    if (range->first != asked.offset || range->last != end - 1)
        return failed(Code::efile,
                      "the server sends the bytes from " + std::to_string(range->first) + " to " +
                          std::to_string(range->last) + ", but was asked for those from " +
                          std::to_string(asked.offset) + " to " + std::to_string(end - 1));
    const std::int64_t length = end - asked.offset;
    const auto told = parse_digits(head.content_length);
    if (!head.content_length.empty() && told != length)
        return failed(Code::efile, "the server announces " + std::to_string(length) +
                                       " bytes by their range, and another number by their length");
    return {.kind = Kind::bytes, .length = length, .all_bytes = all_bytes};
}

/// Some object stores send a part with the status of a whole file. It is accepted as a part if the
/// answer states which part it is, and its length. Some servers send an empty file so, which has no
/// part that could be named.
Verdict judge_bytes(const Asked& asked, const AnswerHead& head, const FileVersion* known) {
    const bool is_named_part = !head.content_range.empty() && !head.content_length.empty();
    const bool is_part = head.status == partial || (!asked.is_whole && is_named_part);
    if (is_part && asked.is_whole)
        return failed(Code::efile,
                      "the server sends a part of the file where all of it was asked for");
    const bool is_empty = asked.offset == 0 && head.content_length == "0";
    if (!is_part && !asked.is_whole && !is_empty)
        return failed(Code::enotsupport,
                      "the server gives whole files only, no parts of them; with the hint "
                      "weft_web_whole=enable, or WEFT_WEB_WHOLE=enable in the environment, the "
                      "whole file is downloaded");
    return is_part ? judge_part(asked, head, known) : judge_whole(head, known);
}

/// An empty file has no part that could be given.
Verdict judge_unsatisfied(const Asked& asked, const AnswerHead& head, const FileVersion* known) {
    const auto range = parse_content_range(head.content_range);
    const bool is_empty = range && range->last < 0 && range->all_bytes == 0;
    if (known == nullptr && asked.offset == 0 && is_empty) return {.kind = Kind::none};
    if (known != nullptr && range && range->all_bytes) {
        const Status same = known->compare(head, range->all_bytes);
        if (!same.ok()) return {.kind = Kind::failure, .why = same};
    }
    return failed(Code::efile, "the server does not have the bytes from " +
                                   std::to_string(asked.offset) + " to " +
                                   std::to_string(asked.end() - 1));
}

Verdict judge_refusal(int status) {
    switch (status) {
        case unauthorized:
            return failed(Code::eaccess, status_words(status) + ": it wants to know who asks");
        case forbidden:
            return failed(Code::eaccess, status_words(status) + ": reading is not permitted");
        case not_found:
        case gone:
            return failed(Code::enoent, status_words(status) + ": there is no such file");
        case precondition:
            return failed(Code::eread, "the file has changed since it was opened");
        case timeout:
        case too_many:
        case internal:
        case bad_gateway:
        case unavailable:
        case gateway_timeout:
            return {.kind = Kind::again, .why = {Code::efile, status_words(status)}};
        default:
            return failed(Code::efile, status_words(status));
    }
}

}  // namespace

std::string Asked::range() const {
    return "bytes=" + std::to_string(offset) + "-" + std::to_string(end() - 1);
}

Verdict judge(const Asked& asked, const AnswerHead& head, const FileVersion* known) {
    const bool has_two_ends = !head.transfer_encoding.empty() && !head.content_length.empty();
    if (head.contradicts_itself || has_two_ends)
        return failed(Code::efile, "the server's answer has two lines that contradict each other");
    switch (head.status) {
        case moved:
        case found:
        case see_other:
        case temporary:
        case permanent:
            if (head.location.empty())
                return failed(Code::efile, status_words(head.status) + " and no other place");
            return {.kind = Kind::redirect};
        case ok:
        case partial:
            if (!is_identity(head.content_encoding))
                return failed(Code::efile, "the server sends the file compressed (" +
                                               head.content_encoding +
                                               "), though it was asked not to");
            return judge_bytes(asked, head, known);
        case unsatisfiable:
            return judge_unsatisfied(asked, head, known);
        default:
            return judge_refusal(head.status);
    }
}

}  // namespace weft::web
