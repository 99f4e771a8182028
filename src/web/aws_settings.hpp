// SPDX-License-Identifier: BSD-3-Clause
// The credentials and the address for requests to an object store, from the environment and from
// the files that AWS's and other programs read.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "web/place.hpp"
#include "web/s3_name.hpp"
#include "web/ways.hpp"

namespace weft::web {

/// The sections of a file of AWS: "[default]", "[profile a]" of the config, "[a]" of the
/// credentials. Of a setting that has some of its own ("s3 =" and indented lines) these have names
/// such as "s3.addressing_style".
using AwsFile = std::map<std::string, std::map<std::string, std::string>>;
AwsFile parse_aws_file(std::string_view text);

struct AwsSettings {
    std::optional<Signer> signer{};  // nothing: requests are not signed
    std::string endpoint{};          // "": that of AWS in the region
    std::string region{};
    S3Style style = S3Style::automatic;
    std::string certificates{};  // AWS_CA_BUNDLE
};

/// The text of a file; nothing if it cannot be read.
using TextOf = std::function<std::optional<std::string>(const std::string& path)>;

/// The settings for S3. Keys come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
/// AWS_SESSION_TOKEN; else from the profile AWS_PROFILE, or "default", of
/// AWS_SHARED_CREDENTIALS_FILE (~/.aws/credentials) and of AWS_CONFIG_FILE (~/.aws/config).
/// AWS_REGION and AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL take precedence over
/// the profile's values. With WEFT_S3_ANONYMOUS=1 no key is used, and nothing is signed.
/// Code::einval for a profile or an endpoint that is invalid, and for a key without its secret.
Result<AwsSettings> aws_settings_of(const Variable& variable, const TextOf& text_of);

}  // namespace weft::web
