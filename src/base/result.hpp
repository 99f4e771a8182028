// SPDX-License-Identifier: BSD-3-Clause
// What a function that can fail returns: a Status, or a Result that holds a value or a Status.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error_codes.hpp"

namespace weft {

/// An outcome on this rank: a code, and unless it is `Code::noerr`, a message that says what
/// failed and where. Most of millions are successes, so only a failure makes a string, and a
/// success is two words.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(Code code) : code_(code) {}
    Status(Code code, std::string context)
        : code_(code), context_(std::make_unique<std::string>(std::move(context))) {}
    Status(const Status& other)
        : code_(other.code_),
          context_(other.context_ ? std::make_unique<std::string>(*other.context_) : nullptr) {}
    Status(Status&& other) noexcept = default;
    Status& operator=(const Status& other) { return *this = Status(other); }
    Status& operator=(Status&& other) noexcept = default;
    ~Status() = default;

    [[nodiscard]] bool ok() const { return code_ == Code::noerr; }
    [[nodiscard]] Code code() const { return code_; }
    [[nodiscard]] const std::string& context() const {
        static const std::string none;
        return context_ ? *context_ : none;
    }

    /// Keeps the first failure: a later one does not hide the cause.
    void keep_first(Status later) {
        if (ok()) *this = std::move(later);
    }

private:
    Code code_ = Code::noerr;
    std::unique_ptr<std::string> context_;
};

/// A value, or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Status failure) : status_(std::move(failure)) {}
    Result(Code failure) : status_(failure) {}

    [[nodiscard]] bool ok() const { return value_.has_value(); }
    [[nodiscard]] Code code() const { return status_.code(); }
    [[nodiscard]] const Status& status() const { return status_; }

    /// May only be called if ok().
    [[nodiscard]] T& value() & { return *value_; }
    [[nodiscard]] const T& value() const& { return *value_; }
    [[nodiscard]] T&& value() && { return std::move(*value_); }

private:
    std::optional<T> value_;
    Status status_;
};

}  // namespace weft
