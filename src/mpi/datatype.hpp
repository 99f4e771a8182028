// SPDX-License-Identifier: BSD-3-Clause
// MPI derived datatypes, decoded once into a region::Pattern.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "mpi/handles.hpp"
#include "region/pattern.hpp"

namespace weft::mpi {

/// The C types an element can have; what MPI calls predefined types.
enum class ElementKind {
    none,  // no element at all: a datatype of size zero
    text,
    schar,
    uchar,
    byte,  // MPI_BYTE: eight bits without a meaning
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

/// Decodes `count` (>= 0) times `datatype`. Errors: Code::emultitypes when its elements are of
/// several types, Code::eunsptetype when they are of a type the interface does not know. Does not
/// communicate.
Result<DecodedDatatype> decode(MPI_Datatype datatype, std::int64_t count);

/// The bytes of `count` (>= 0) times `datatype`, whatever its elements are, in the order of the
/// type map: a pattern of elements of one byte. Errors: Code::einval for MPI_DATATYPE_NULL,
/// Code::eintoverflow. Does not communicate.
Result<region::Pattern> decode_bytes(MPI_Datatype datatype, std::int64_t count);

/// True for the types that MPI predefines (named types), for which a count alone says everything.
bool is_predefined(MPI_Datatype datatype);

/// True for MPI_DATATYPE_NULL.
bool is_null(MPI_Datatype datatype);

}  // namespace weft::mpi
