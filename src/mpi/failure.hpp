// SPDX-License-Identifier: BSD-3-Clause
// A collective call that cannot go on: thrown where the ranks would next have met, caught by
// together(), which sees to it that no rank waits for one that has left.
#pragma once

#include <exception>
#include <utility>

#include "base/result.hpp"

namespace weft::mpi {

class Failure : public std::exception {
public:
    /// `others_know`: they have the same failure, or have been told of it.
    explicit Failure(Status status, bool others_know = false)
        : status_(std::move(status)), others_know_(others_know) {}

    [[nodiscard]] const Status& status() const { return status_; }
    [[nodiscard]] bool others_know() const { return others_know_; }
    [[nodiscard]] const char* what() const noexcept override { return status_.context().c_str(); }

private:
    Status status_;
    bool others_know_;
};

/// What a call returns after one of the ranks has ended without a word, unless the verdict on the
/// call says better.
inline Status rank_has_ended() {
    return {Code::efile, "a process that shares this file has ended"};
}

}  // namespace weft::mpi
