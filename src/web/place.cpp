// SPDX-License-Identifier: BSD-3-Clause
#include "web/place.hpp"

#include <algorithm>
#include <string_view>

namespace weft::web {

namespace {

/// Adds the whole of "a=x&b=y", then x and y.
void add_values(std::string_view query, std::vector<std::string>& all) {
    all.emplace_back(query);
    while (!query.empty()) {
        const std::string_view one = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(one.size() + 1, query.size()));
        all.emplace_back(one.substr(one.find('=') + 1));
    }
}

}  // namespace

void Place::move_to(const std::string& other_region) {
    const auto move = [&](std::string& address) {
        const std::string host = "s3." + region + ".amazonaws.com";
        const std::size_t at = address.find(host);
        if (at != std::string::npos)
            address.replace(at, host.size(), "s3." + other_region + ".amazonaws.com");
    };
    move(url);
    move(origin);
    region = other_region;
}

std::vector<std::string> Place::secrets() const {
    std::vector<std::string> all = {password};
    if (signer)
        for (const std::string* const one : {&signer->key, &signer->secret, &signer->token})
            all.push_back(*one);
    for (const std::string* const address : {&url, &led_to}) {
        const std::size_t query = address->find('?');
        if (query != std::string::npos)
            add_values(std::string_view(*address).substr(query + 1), all);
    }
    return all;
}

}  // namespace weft::web
