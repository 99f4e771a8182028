// SPDX-License-Identifier: BSD-3-Clause
// The outcome of a call of MPI-IO.
#pragma once

#include <string>

#include "base/presentable.hpp"
#include "base/result.hpp"
#include "mpi/handles.hpp"

namespace weft::mpiio {

/// An error class of MPI, and a message that says what failed and where.
class [[nodiscard]] Error {
public:
    Error() = default;
    Error(int error_class, const std::string& sentence)
        : class_(error_class), sentence_(presentable(sentence)) {}
    /// Converts a Status to a class of MPI.
    Error(const Status& status);

    [[nodiscard]] bool ok() const { return class_ == MPI_SUCCESS; }
    [[nodiscard]] int error_class() const { return class_; }
    [[nodiscard]] const std::string& sentence() const { return sentence_; }

    void keep_first(Error later) {
        if (ok()) *this = std::move(later);
    }

private:
    int class_ = MPI_SUCCESS;
    std::string sentence_;
};

}  // namespace weft::mpiio
