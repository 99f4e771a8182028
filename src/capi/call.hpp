// SPDX-License-Identifier: BSD-3-Clause
// The vocabulary of the generated C functions: each is one line of it.
#pragma once

#include <pnetcdf.h>
#include <weft.h>

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

// Selections of elements.
inline Selection whole() {
    return {};
}
inline Selection element(const MPI_Offset* index) {
    return {.shape = Selection::Shape::element, .start = index};
}
inline Selection block(const MPI_Offset* start, const MPI_Offset* count) {
    return {.shape = Selection::Shape::block, .start = start, .count = count};
}
inline Selection strided(const MPI_Offset* start, const MPI_Offset* count,
                         const MPI_Offset* stride) {
    return {.shape = Selection::Shape::strided, .start = start, .count = count, .stride = stride};
}
inline Selection mapped(const MPI_Offset* start, const MPI_Offset* count, const MPI_Offset* stride,
                        const MPI_Offset* imap) {
    return {.shape = Selection::Shape::mapped,
            .start = start,
            .count = count,
            .stride = stride,
            .imap = imap};
}
inline Selection described(MPI_Datatype filetype) {
    return {.shape = Selection::Shape::described, .filetype = filetype};
}
inline Selection list(int size, MPI_Offset* const* starts, MPI_Offset* const* counts) {
    return {.shape = Selection::Shape::list, .list_size = size, .starts = starts, .counts = counts};
}

// The caller's buffers. `text` is for char, the others for the C type in the function's name.
inline Buffer text(const char* values) {
    return {.address = values, .type = types::Memory::text};
}
inline Buffer typed(const signed char* values) {
    return {.address = values, .type = types::Memory::schar};
}
inline Buffer typed(const unsigned char* values) {
    return {.address = values, .type = types::Memory::uchar};
}
inline Buffer typed(const short* values) {
    return {.address = values, .type = types::Memory::short_};
}
inline Buffer typed(const unsigned short* values) {
    return {.address = values, .type = types::Memory::ushort};
}
inline Buffer typed(const int* values) {
    return {.address = values, .type = types::Memory::int_};
}
inline Buffer typed(const unsigned int* values) {
    return {.address = values, .type = types::Memory::uint};
}
inline Buffer typed(const long* values) {
    return {.address = values, .type = types::Memory::long_};
}
inline Buffer typed(const float* values) {
    return {.address = values, .type = types::Memory::float_};
}
inline Buffer typed(const double* values) {
    return {.address = values, .type = types::Memory::double_};
}
inline Buffer typed(const long long* values) {
    return {.address = values, .type = types::Memory::longlong};
}
inline Buffer typed(const unsigned long long* values) {
    return {.address = values, .type = types::Memory::ulonglong};
}
inline Buffer flexible(const void* address, MPI_Offset count, MPI_Datatype datatype) {
    return {.address = address, .type = {}, .count = count, .datatype = datatype};
}

// The accesses. All return an error code of the interface. `caller`: the function's name in the
// interface, for errors.
int access(int ncid, Direction direction, Mode mode, int varid, const Selection& selection,
           const Buffer& buffer, const char* caller = __builtin_FUNCTION());
int post(int ncid, Direction direction, int varid, const Selection& selection, const Buffer& buffer,
         int* request_id);
int post_buffered(int ncid, int varid, const Selection& selection, const Buffer& buffer,
                  int* request_id);

/// The multi-variable calls: the i-th variable with the i-th entry of every non-null array.
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
