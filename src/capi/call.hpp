// SPDX-License-Identifier: BSD-3-Clause
// The words in which the generated C functions are written: each is one line of these.
#pragma once

#include <pnetcdf.h>

#include "dataset/access.hpp"

namespace weft::capi {

using dataset::Buffer;
using dataset::Direction;
using dataset::Mode;
using dataset::Selection;

inline constexpr Direction put = Direction::put;
inline constexpr Direction get = Direction::get;
inline constexpr Mode independent = Mode::independent;
inline constexpr Mode collective = Mode::collective;

// Which elements.
Selection whole();
Selection element(const MPI_Offset* index);
Selection block(const MPI_Offset* start, const MPI_Offset* count);
Selection strided(const MPI_Offset* start, const MPI_Offset* count, const MPI_Offset* stride);
Selection mapped(const MPI_Offset* start, const MPI_Offset* count, const MPI_Offset* stride,
                 const MPI_Offset* imap);
Selection described(MPI_Datatype filetype);
Selection list(int size, MPI_Offset* const* starts, MPI_Offset* const* counts);

// Whose memory. `text` is for char, the others for the C type in the function's name.
Buffer text(const char* values);
Buffer typed(const signed char* values);
Buffer typed(const unsigned char* values);
Buffer typed(const short* values);
Buffer typed(const unsigned short* values);
Buffer typed(const int* values);
Buffer typed(const unsigned int* values);
Buffer typed(const long* values);
Buffer typed(const float* values);
Buffer typed(const double* values);
Buffer typed(const long long* values);
Buffer typed(const unsigned long long* values);
Buffer flexible(const void* address, MPI_Offset count, MPI_Datatype datatype);

// The accesses. All return an error code of the interface. `caller`: the function of the interface,
// as errors name it.
int access(int ncid, Direction direction, Mode mode, int varid, const Selection& selection,
           const Buffer& buffer, const char* caller = __builtin_FUNCTION());
int post(int ncid, Direction direction, int varid, const Selection& selection, const Buffer& buffer,
         int* request_id);
int post_buffered(int ncid, int varid, const Selection& selection, const Buffer& buffer,
                  int* request_id);

/// The multi-variable calls: the i-th variable with the i-th entry of every array that is not null.
struct ManySelections {
    Selection::Shape shape;
    MPI_Offset* const* starts = nullptr;
    MPI_Offset* const* counts = nullptr;
    MPI_Offset* const* strides = nullptr;
    MPI_Offset* const* imaps = nullptr;
};
struct ManyBuffers {
    const void* const* addresses = nullptr;
    std::optional<types::Memory> type;  // set: all typed; not set: bufcounts and datatypes
    const MPI_Offset* counts = nullptr;
    const MPI_Datatype* datatypes = nullptr;
};
int access_many(int ncid, Direction direction, Mode mode, int count, const int* varids,
                const ManySelections& selections, const ManyBuffers& buffers,
                const char* caller = __builtin_FUNCTION());

// Attributes.
int put_attribute(int ncid, int varid, const char* name, nc_type type, MPI_Offset count,
                  const Buffer& values, const char* caller = __builtin_FUNCTION());
int get_attribute(int ncid, int varid, const char* name, const Buffer& values);

}  // namespace weft::capi
