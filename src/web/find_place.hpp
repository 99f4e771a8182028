// SPDX-License-Identifier: BSD-3-Clause
// Finds the place of the file with a name, and the credentials for requests to it.
#pragma once

#include <string>

#include "base/result.hpp"
#include "web/aws_settings.hpp"
#include "web/place.hpp"
#include "web/ways.hpp"

namespace weft::web {

/// Finds the place of a name that begins with http:// or https://.
Result<Place> find_page(const std::string& name, const Ways& ways);

/// Finds the place of a name that begins with s3://.
Result<Place> find_object(const std::string& name, const Ways& ways, const AwsSettings& settings);

}  // namespace weft::web
