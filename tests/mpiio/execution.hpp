// SPDX-License-Identifier: BSD-3-Clause
// A rank's part of a phase, and what it must see.
#pragma once

#include "options.hpp"
#include "phase.hpp"

namespace mpiio {

/// The first difference that a rank has seen.
class Findings {
public:
    void add(const std::string& what) {
        if (first_.empty()) first_ = what;
    }
    /// A call of MPI that must succeed.
    void check(int code, const std::string& what);
    [[nodiscard]] const std::string& first() const { return first_; }

private:
    std::string first_;
};

/// Collective. Sets the view and makes the accesses of this rank; `file` is what the file holds
/// before.
void execute(Random& random, MPI_File handle, const Phase& phase, const FileModel& file,
             const Features& features, Findings& findings);

}  // namespace mpiio
