// SPDX-License-Identifier: BSD-3-Clause
//
// The elements of a call as vard wants them: an MPI datatype of bytes from the variable's first.
#pragma once

#include "memory.hpp"
#include "model.hpp"

namespace random_programs {

class Filetype {
public:
    Filetype(int ncid, const Model& model, const Piece& piece);
    ~Filetype();
    Filetype(const Filetype&) = delete;
    Filetype& operator=(const Filetype&) = delete;

    MPI_Datatype handle() const { return handle_; }

private:
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

}  // namespace random_programs
