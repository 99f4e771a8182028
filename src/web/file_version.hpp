// SPDX-License-Identifier: BSD-3-Clause
// The version of a file that a server has, by what its answers say about it. All bytes that a
// program gets of an open file are of one version.
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
    /// A number, not 0, that is the same for the same version, even in other processes.
    [[nodiscard]] std::uint64_t identity() const;
    /// The line of a request that asks for this version and no other; "" if there is none.
    [[nodiscard]] std::string condition() const;
    /// Compares with another answer about the file, whose length is `bytes` if it has one. Fails if
    /// it tells of a change.
    [[nodiscard]] Status compare(const AnswerHead& head, std::optional<std::int64_t> bytes) const;
};

}  // namespace weft::web
