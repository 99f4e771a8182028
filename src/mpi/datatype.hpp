// SPDX-License-Identifier: BSD-3-Clause
// MPI derived datatypes, decoded once into a region::Pattern.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "mpi/handles.hpp"
#include "region/pattern.hpp"

namespace weft::mpi {

/// The C types of elements (predefined types of MPI).
enum class ElementKind {
    none,  // no elements: a datatype of size zero
    text,
    schar,
    uchar,
    byte,  // MPI_BYTE: eight uninterpreted bits
    short_,
    ushort,
    int_,
    uint,
    long_,
    ulong_,
    float_,
    double_,
    longlong,
    ulonglong
};

/// `count` consecutive values of an MPI datatype in memory.
struct DecodedDatatype {
    ElementKind kind = ElementKind::none;
    std::int64_t element_bytes = 0;
    region::Pattern pattern;  // in the order of the type map
};

/// Decodes `count` (>= 0) values of `datatype`. Errors: Code::emultitypes if its elements have
/// several types, Code::eunsptetype if the interface does not know their type. Does not
/// communicate.
Result<DecodedDatatype> decode(MPI_Datatype datatype, std::int64_t count);

/// The places of the bytes of an MPI datatype, whatever the types of its elements are.
struct ByteLayout {
    region::Pattern pattern;  // in the order of the type map, in the requested units
    int grain = 8;            // the largest possible unit: 1, 2, 4 or 8
};

/// The bytes of `count` (>= 0) values of `datatype`, in units of at most its grain. Errors:
/// Code::einval for MPI_DATATYPE_NULL, Code::eintoverflow. Does not communicate.
Result<ByteLayout> decode_bytes(MPI_Datatype datatype, std::int64_t count, int unit = 1);

/// True for the types that MPI predefines (named types).
bool is_predefined(MPI_Datatype datatype);

/// True for predefined types whose values have no gaps inside or between them.
bool is_dense(MPI_Datatype datatype);

/// True for MPI_DATATYPE_NULL.
bool is_null(MPI_Datatype datatype);

}  // namespace weft::mpi
