// SPDX-License-Identifier: BSD-3-Clause
// Names of objects: s3://bucket/key. The key is as the object store has it, not encoded.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace weft::web {

struct S3Name {
    std::string bucket;
    std::string key;
};

/// Code::einval, with a message, if it is no such name.
Result<S3Name> parse_s3_name(std::string_view name);

/// The form of URLs that name a bucket.
enum class S3Style {
    automatic,    // virtual where the bucket's name can be a part of a host's
    path,         // https://host/bucket/key
    virtual_host  // https://bucket.host/key
};

/// The URL of an object. `endpoint`: of the store, without a '/' at its end, such as
/// "https://s3.eu-north-1.amazonaws.com".
std::string url_of(const S3Name& name, const std::string& endpoint, S3Style style);

}  // namespace weft::web
