// SPDX-License-Identifier: BSD-3-Clause
// Outcomes that are the same on all ranks.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "mpi/comm.hpp"

namespace weft::mpi {

/// An outcome that is the same on all ranks of a communicator. Only agree(), agree_at() and lead()
/// make one.
class [[nodiscard]] Agreed {
public:
    [[nodiscard]] bool ok() const { return status_.ok(); }
    [[nodiscard]] Code code() const { return status_.code(); }
    [[nodiscard]] const Status& status() const { return status_; }

private:
    friend Agreed agree(CommView comm, const Status& mine, bool& everybody);
    friend Agreed agree_at(CommView comm, const Status& roots, int root);
    friend Agreed lead(CommView comm, const Status& mine, std::vector<std::byte>& bytes, int root,
                       const std::function<Status()>& first_step);
    explicit Agreed(Status status) : status_(std::move(status)) {}
    Status status_;
};

/// Collective. The worst outcome of all ranks: the smallest code, from the lowest rank that has it,
/// with that rank's number in the context. One small reduction when all is well; the context
/// travels only on failure.
Agreed agree(CommView comm, const Status& mine);

/// Collective. The same; the same reduction sets `everybody` to whether it is true on all ranks.
Agreed agree(CommView comm, const Status& mine, bool& everybody);

/// Collective. Root's outcome, on all ranks. Uniform: root.
Agreed agree_at(CommView comm, const Status& roots, int root);

/// Collective. When no rank has failed, root calls `first_step()`. The outcome is the worst of all
/// ranks, or that of the step; if it is a success, all ranks get the `bytes` that the step has
/// filled at root. If the ranks share memory, that is one meeting. Uniform: root.
Agreed lead(CommView comm, const Status& mine, std::vector<std::byte>& bytes, int root,
            const std::function<Status()>& first_step);

}  // namespace weft::mpi
