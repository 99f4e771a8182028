// SPDX-License-Identifier: BSD-3-Clause
#include "web/s3_name.hpp"

#include <algorithm>

#include "base/presentable.hpp"
#include "web/web_name.hpp"

namespace weft::web {
namespace {

constexpr std::string_view scheme = "s3://";

bool is_small_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// Whether the word is the name of a bucket. Old buckets have large letters and '_', which no host
/// has.
bool is_bucket(std::string_view name) {
    const auto may = [](char c) {
        return is_small_or_digit(c) || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '_';
    };
    return name.size() >= 2 && name.size() <= 255 && std::ranges::all_of(name, may);
}

/// A certificate for "*.host" is not one for "a.b.host".
bool is_label(std::string_view bucket) {
    constexpr std::size_t most = 63;
    const auto may = [](char c) { return is_small_or_digit(c) || c == '-'; };
    return bucket.size() <= most && std::ranges::all_of(bucket, may) &&
           is_small_or_digit(bucket.front()) && is_small_or_digit(bucket.back());
}

}  // namespace

Result<S3Name> parse_s3_name(std::string_view name) {
    const auto bad = [name](const char* why) {
        return Status(Code::einval, "\"" + presentable_name(name) + "\": " + why);
    };
    if (!name.starts_with(scheme)) return bad("it does not begin with s3://");
    const std::string_view rest = name.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos || slash + 1 == rest.size())
        return bad("there is no key after the bucket");
    if (!is_bucket(rest.substr(0, slash))) return bad("the name of the bucket is not valid");
    if (rest.find('\0') != std::string_view::npos) return bad("it contains a zero byte");
    return S3Name{std::string(rest.substr(0, slash)), std::string(rest.substr(slash + 1))};
}

std::string url_of(const S3Name& name, const std::string& endpoint, S3Style style) {
    const std::string key = "/" + percent_encoded(name.key);
    if (style == S3Style::automatic)
        style = is_label(name.bucket) ? S3Style::virtual_host : S3Style::path;
    if (style == S3Style::path) return endpoint + "/" + name.bucket + key;
    const std::size_t host = endpoint.find("://") + 3;
    return endpoint.substr(0, host) + name.bucket + "." + endpoint.substr(host) + key;
}

}  // namespace weft::web
