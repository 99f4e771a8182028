// SPDX-License-Identifier: BSD-3-Clause
#include "web/file_version.hpp"

#include <xxhash.h>

namespace weft::web {
namespace {

Status changed(const std::string& how) {
    return {Code::eread, "the file has changed since it was opened: " + how};
}

}  // namespace

bool FileVersion::has_strong_etag() const {
    return !etag.empty() && !etag.starts_with("W/");
}

std::uint64_t FileVersion::identity() const {
    const std::string all =
        std::to_string(bytes) + "\n" + (etag.empty() ? last_modified : "=" + etag);
    const std::uint64_t hash = XXH64(all.data(), all.size(), 0);
    return hash == 0 ? 1 : hash;
}

std::string FileVersion::condition() const {
    if (has_strong_etag()) return "If-Match: " + etag;
    return last_modified.empty() ? "" : "If-Unmodified-Since: " + last_modified;
}

/// A server that gave a version gives it with each answer: without one the bytes may be of any.
Status FileVersion::compare(const AnswerHead& head, std::optional<std::int64_t> length) const {
    if (length && *length != bytes)
        return changed("it has " + std::to_string(*length) + " bytes now, and had " +
                       std::to_string(bytes));
    if (!etag.empty() && head.etag != etag)
        return changed(head.etag.empty() ? "the server no longer gives its ETag"
                                         : "its ETag is another one now");
    if (etag.empty() && !last_modified.empty() && head.last_modified != last_modified)
        return changed("it was modified at another time");
    return {};
}

}  // namespace weft::web
