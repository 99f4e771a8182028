// SPDX-License-Identifier: BSD-3-Clause
// Which version of a file a server has: what its answers say of it. All bytes that a program gets
// of an open file are of one version.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "web/answer_head.hpp"

namespace weft::web {

struct FileVersion {
    std::int64_t bytes = 0;
    std::string etag{};           // "" if the server gives none
    std::string last_modified{};  // the same

    /// Whether a server can be asked to compare the ETag. Two versions may have the same weak ETag.
    [[nodiscard]] bool has_strong_etag() const;
    /// The same number for the same version, also in other processes. Not 0.
    [[nodiscard]] std::uint64_t identity() const;
    /// The line of a request that asks for this version and no other; "" if there is none.
    [[nodiscard]] std::string condition() const;
    /// Says what another answer about the file, with this length if it has one, tells of a change;
    /// a good status if nothing.
    [[nodiscard]] Status compare(const AnswerHead& head, std::optional<std::int64_t> bytes) const;
};

}  // namespace weft::web
