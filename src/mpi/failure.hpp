// SPDX-License-Identifier: BSD-3-Clause
// Thrown when a collective call cannot go on, at its next meeting of the ranks. together() catches
// it, and makes sure that no rank waits for one that has left.
#pragma once

#include <exception>
#include <utility>

#include "base/result.hpp"

namespace weft::mpi {

class Failure : public std::exception {
public:
    /// `others_know`: the other ranks have the same failure, or were told of it.
    explicit Failure(Status status, bool others_know = false)
        : status_(std::move(status)), others_know_(others_know) {}

    [[nodiscard]] const Status& status() const { return status_; }
    [[nodiscard]] bool others_know() const { return others_know_; }
    [[nodiscard]] const char* what() const noexcept override { return status_.context().c_str(); }

private:
    Status status_;
    bool others_know_;
};

/// The outcome of a call after the process of a rank has ended, unless the verdict on the call is
/// more precise.
inline Status rank_has_ended() {
    return {Code::efile, "a process that shares this file has ended"};
}

}  // namespace weft::mpi
