// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace contract {

/// A committed datatype, freed at the end.
class Type {
public:
    explicit Type(MPI_Datatype made) : type_(made) { MPI_Type_commit(&type_); }
    ~Type() { MPI_Type_free(&type_); }
    Type(const Type&) = delete;
    Type& operator=(const Type&) = delete;
    operator MPI_Datatype() const { return type_; }

private:
    MPI_Datatype type_;
};

}  // namespace contract
