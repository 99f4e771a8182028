// SPDX-License-Identifier: BSD-3-Clause
// The types of elements in memory, and the C functions for attributes of each of them.
#pragma once

#include <pnetcdf.h>

#include <type_traits>

namespace PnetCDF {
namespace detail {

/// The MPI datatype of an element. char is text; numbers of that size are signed or unsigned char.
inline MPI_Datatype mpi_type_of(char) {
    return MPI_CHAR;
}
inline MPI_Datatype mpi_type_of(signed char) {
    return MPI_SIGNED_CHAR;
}
inline MPI_Datatype mpi_type_of(unsigned char) {
    return MPI_UNSIGNED_CHAR;
}
inline MPI_Datatype mpi_type_of(short) {
    return MPI_SHORT;
}
inline MPI_Datatype mpi_type_of(unsigned short) {
    return MPI_UNSIGNED_SHORT;
}
inline MPI_Datatype mpi_type_of(int) {
    return MPI_INT;
}
inline MPI_Datatype mpi_type_of(unsigned int) {
    return MPI_UNSIGNED;
}
inline MPI_Datatype mpi_type_of(long) {
    return MPI_LONG;
}
inline MPI_Datatype mpi_type_of(float) {
    return MPI_FLOAT;
}
inline MPI_Datatype mpi_type_of(double) {
    return MPI_DOUBLE;
}
inline MPI_Datatype mpi_type_of(long long) {
    return MPI_LONG_LONG;
}
inline MPI_Datatype mpi_type_of(unsigned long long) {
    return MPI_UNSIGNED_LONG_LONG;
}

template <class T, class... Others>
struct IsOneOf : std::false_type {};
template <class T, class... Others>
struct IsOneOf<T, T, Others...> : std::true_type {};
template <class T, class First, class... Others>
struct IsOneOf<T, First, Others...> : IsOneOf<T, Others...> {};

/// void for the types above, and no type for others.
template <class T>
using IfElement = typename std::enable_if<
    IsOneOf<T, char, signed char, unsigned char, short, unsigned short, int, unsigned int, long,
            float, double, long long, unsigned long long>::value>::type;

/// An attribute with its place: the arguments that all functions for attributes have.
struct AttKey {
    int ncid;
    int varid;
    const char* name;
};

inline int put_att(AttKey a, nc_type, MPI_Offset n, const char* v) {
    return ncmpi_put_att_text(a.ncid, a.varid, a.name, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const signed char* v) {
    return ncmpi_put_att_schar(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const unsigned char* v) {
    return ncmpi_put_att_uchar(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const short* v) {
    return ncmpi_put_att_short(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const unsigned short* v) {
    return ncmpi_put_att_ushort(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const int* v) {
    return ncmpi_put_att_int(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const unsigned int* v) {
    return ncmpi_put_att_uint(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const long* v) {
    return ncmpi_put_att_long(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const float* v) {
    return ncmpi_put_att_float(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const double* v) {
    return ncmpi_put_att_double(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const long long* v) {
    return ncmpi_put_att_longlong(a.ncid, a.varid, a.name, type, n, v);
}
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const unsigned long long* v) {
    return ncmpi_put_att_ulonglong(a.ncid, a.varid, a.name, type, n, v);
}
/// Values in the attribute's own type.
inline int put_att(AttKey a, nc_type type, MPI_Offset n, const void* v) {
    return ncmpi_put_att(a.ncid, a.varid, a.name, type, n, v);
}

inline int get_att(AttKey a, char* v) {
    return ncmpi_get_att_text(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, signed char* v) {
    return ncmpi_get_att_schar(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, unsigned char* v) {
    return ncmpi_get_att_uchar(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, short* v) {
    return ncmpi_get_att_short(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, unsigned short* v) {
    return ncmpi_get_att_ushort(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, int* v) {
    return ncmpi_get_att_int(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, unsigned int* v) {
    return ncmpi_get_att_uint(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, long* v) {
    return ncmpi_get_att_long(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, float* v) {
    return ncmpi_get_att_float(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, double* v) {
    return ncmpi_get_att_double(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, long long* v) {
    return ncmpi_get_att_longlong(a.ncid, a.varid, a.name, v);
}
inline int get_att(AttKey a, unsigned long long* v) {
    return ncmpi_get_att_ulonglong(a.ncid, a.varid, a.name, v);
}
/// Values in the attribute's own type.
inline int get_att(AttKey a, void* v) {
    return ncmpi_get_att(a.ncid, a.varid, a.name, v);
}

}  // namespace detail
}  // namespace PnetCDF
