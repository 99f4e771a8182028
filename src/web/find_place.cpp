// SPDX-License-Identifier: BSD-3-Clause
#include "web/find_place.hpp"

#include <utility>

#include "base/presentable.hpp"
#include "web/s3_name.hpp"
#include "web/web_name.hpp"

namespace weft::web {
namespace {

Place place_at(const std::string& name, WebName its, const Ways& ways) {
    return {.shown = presentable_name(name),
            .url = std::move(its.url),
            .origin = std::move(its.origin),
            .user = std::move(its.user),
            .password = std::move(its.password),
            .signer = {},
            .region = {},
            .ways = ways,
            .led_to = {},
            .version = {}};
}

}  // namespace

Result<Place> find_page(const std::string& name, const Ways& ways) {
    Result<WebName> parsed = parse_web_name(name);
    if (!parsed.ok()) return parsed.status();
    return place_at(name, std::move(parsed).value(), ways);
}

Result<Place> find_object(const std::string& name, const Ways& ways, const AwsSettings& settings) {
    const Result<S3Name> parsed = parse_s3_name(name);
    if (!parsed.ok()) return parsed.status();
    const std::string endpoint = settings.endpoint.empty()
                                     ? "https://s3." + settings.region + ".amazonaws.com"
                                     : settings.endpoint;
    Result<WebName> url = parse_web_name(url_of(parsed.value(), endpoint, settings.style));
    if (!url.ok())
        return Status(url.code(), presentable_name(name) + ": its bucket has no address");
    Place place = place_at(name, std::move(url).value(), ways);
    place.user.clear();
    place.password.clear();
    place.signer = settings.signer;
    place.region = settings.region;
    place.is_object = true;
    if (!settings.certificates.empty()) place.ways.certificates = settings.certificates;
    return place;
}

}  // namespace weft::web
