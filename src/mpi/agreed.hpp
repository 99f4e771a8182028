// SPDX-License-Identifier: BSD-3-Clause
// Outcomes that are the same on all ranks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "mpi/comm.hpp"

namespace weft::mpi {

/// An outcome identical on all ranks of a communicator. The only way to one is agree().
class [[nodiscard]] Agreed {
public:
    [[nodiscard]] bool ok() const { return status_.ok(); }
    [[nodiscard]] Code code() const { return status_.code(); }
    [[nodiscard]] const Status& status() const { return status_; }

private:
    friend Agreed agree(CommView comm, const Status& mine, bool& everybody);
    friend Agreed hand_out(CommView comm, const Status& roots, std::vector<std::byte>& bytes,
                           int root);
    explicit Agreed(Status status) : status_(std::move(status)) {}
    Status status_;
};

/// Collective. The worst outcome of all ranks: the smallest code, from the lowest rank that has it,
/// with that rank's number in the context. One small reduction when all is well; the context
/// travels only on failure.
Agreed agree(CommView comm, const Status& mine);

/// Collective. The same, and in the same reduction whether `everybody` is true on all ranks.
Agreed agree(CommView comm, const Status& mine, bool& everybody);

/// Collective. Root's outcome, for everybody. Uniform: root.
Agreed agree_at(CommView comm, const Status& roots, int root);

/// Collective. The same, and in the same message what root has to tell: other ranks get their
/// `bytes` filled when root's outcome is good. Uniform: root.
Agreed hand_out(CommView comm, const Status& roots, std::vector<std::byte>& bytes, int root);

}  // namespace weft::mpi
