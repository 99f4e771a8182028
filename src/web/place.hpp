// SPDX-License-Identifier: BSD-3-Clause
// The place of an open file, the credentials for requests to it, and what its requests have
// learned.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "web/file_version.hpp"
#include "web/ways.hpp"

namespace weft::web {

/// The credentials that sign requests to an object store (AWS Signature Version 4).
struct Signer {
    std::string key{};     // the id of the key
    std::string secret{};  // the key itself
    std::string token{};   // of a session; "": none
};

struct Place {
    std::string shown{};   // the name of the file as people may see it
    std::string url{};     // as a request names it
    std::string origin{};  // to whose server alone user, password and signatures go
    std::string user{};
    std::string password{};
    std::optional<Signer> signer{};
    std::string region{};    // of the object store, for which requests are signed
    bool is_object = false;  // of an object store, where no .netrc counts
    Ways ways{};

    std::string led_to{};                  // where redirects have led; "": nowhere else
    std::optional<FileVersion> version{};  // after the first answer
    double round_trip_seconds = 0;         // the shortest time to an answer; 0: unknown

    /// The bucket is in another region than was thought.
    void move_to(const std::string& other_region);
    /// The texts that no message may contain, wherever it comes from.
    [[nodiscard]] std::vector<std::string> secrets() const;
};

}  // namespace weft::web
