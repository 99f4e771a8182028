// SPDX-License-Identifier: BSD-3-Clause
// Collects what is wrong or unusual about a header.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/finding.hpp"
#include "base/result.hpp"

namespace weft::format {

/// Collects findings, at most `most` of them, so that a hostile header cannot fill the memory with
/// messages. The first error is always kept. Unwanted warnings cost nothing.
class Findings {
public:
    static constexpr std::size_t most = 1000;

    enum class Keep { errors, all };
    explicit Findings(Keep keep) : keep_(keep) {}

    template <class... Args>
    void error(Code code, std::int64_t offset, fmt::format_string<Args...> text, Args&&... args) {
        if (first_error_ && found_.size() >= most) return;
        add({Severity::error, code, offset, fmt::format(text, std::forward<Args>(args)...)});
    }
    template <class... Args>
    void warn(Code code, std::int64_t offset, fmt::format_string<Args...> text, Args&&... args) {
        if (keep_ == Keep::errors || found_.size() >= most) return;
        add({Severity::warning, code, offset, fmt::format(text, std::forward<Args>(args)...)});
    }

    [[nodiscard]] bool wants_warnings() const { return keep_ == Keep::all; }
    [[nodiscard]] bool has_error() const { return first_error_.has_value(); }
    /// The first error as a status, with its offset in the message; ok without errors.
    [[nodiscard]] Status status() const {
        if (!first_error_) return {};
        const Finding& first = found_[*first_error_];
        return {first.code, fmt::format("{} at byte {}", first.sentence, first.offset)};
    }
    [[nodiscard]] std::vector<Finding> take() && { return std::move(found_); }

private:
    void add(Finding finding) {
        if (finding.severity == Severity::error && !first_error_) first_error_ = found_.size();
        found_.push_back(std::move(finding));
    }

    Keep keep_;
    std::vector<Finding> found_;
    std::optional<std::size_t> first_error_;
};

}  // namespace weft::format
