// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype_kinds.hpp"

namespace weft::mpi {
namespace {

struct NamedKind {
    MPI_Datatype datatype;
    ElementKind kind;
};

std::optional<ElementKind> kind_of_c_type(MPI_Datatype datatype) {
    const NamedKind table[] = {
        {MPI_CHAR, ElementKind::text},
        {MPI_SIGNED_CHAR, ElementKind::schar},
        {MPI_UNSIGNED_CHAR, ElementKind::uchar},
        {MPI_BYTE, ElementKind::byte},
        {MPI_SHORT, ElementKind::short_},
        {MPI_UNSIGNED_SHORT, ElementKind::ushort},
        {MPI_INT, ElementKind::int_},
        {MPI_UNSIGNED, ElementKind::uint},
        {MPI_LONG, ElementKind::long_},
        {MPI_UNSIGNED_LONG, ElementKind::ulong_},
        {MPI_FLOAT, ElementKind::float_},
        {MPI_DOUBLE, ElementKind::double_},
        {MPI_LONG_LONG_INT, ElementKind::longlong},
        {MPI_UNSIGNED_LONG_LONG, ElementKind::ulonglong},
    };
    for (const NamedKind& named : table) {
        if (named.datatype == datatype) return named.kind;
    }
    return std::nullopt;
}

struct NamedFamily {
    MPI_Datatype datatype;
    ElementFamily family;
};

std::optional<ElementFamily> family_of_named(MPI_Datatype datatype) {
    const NamedFamily table[] = {
        {MPI_CHARACTER, ElementFamily::text},
        {MPI_INTEGER, ElementFamily::signed_integer},
        {MPI_INTEGER1, ElementFamily::signed_integer},
        {MPI_INTEGER2, ElementFamily::signed_integer},
        {MPI_INTEGER4, ElementFamily::signed_integer},
        {MPI_INTEGER8, ElementFamily::signed_integer},
        {MPI_REAL, ElementFamily::real},
        {MPI_REAL4, ElementFamily::real},
        {MPI_REAL8, ElementFamily::real},
        {MPI_DOUBLE_PRECISION, ElementFamily::real},
        {MPI_INT8_T, ElementFamily::signed_integer},
        {MPI_INT16_T, ElementFamily::signed_integer},
        {MPI_INT32_T, ElementFamily::signed_integer},
        {MPI_INT64_T, ElementFamily::signed_integer},
        {MPI_UINT8_T, ElementFamily::unsigned_integer},
        {MPI_UINT16_T, ElementFamily::unsigned_integer},
        {MPI_UINT32_T, ElementFamily::unsigned_integer},
        {MPI_UINT64_T, ElementFamily::unsigned_integer},
        {MPI_AINT, ElementFamily::signed_integer},
        {MPI_OFFSET, ElementFamily::signed_integer},
        {MPI_COUNT, ElementFamily::signed_integer},
    };
    for (const NamedFamily& named : table) {
        if (named.datatype == datatype) return named.family;
    }
    return std::nullopt;
}

struct SizedKind {
    ElementFamily family;
    std::int64_t bytes;
    ElementKind kind;
};

/// If two C types have the same size, the table has the one that netCDF uses: long long, not long.
constexpr SizedKind sized_kinds[] = {
    {ElementFamily::text, 1, ElementKind::text},
    {ElementFamily::signed_integer, sizeof(signed char), ElementKind::schar},
    {ElementFamily::signed_integer, sizeof(short), ElementKind::short_},
    {ElementFamily::signed_integer, sizeof(int), ElementKind::int_},
    {ElementFamily::signed_integer, sizeof(long long), ElementKind::longlong},
    {ElementFamily::unsigned_integer, sizeof(unsigned char), ElementKind::uchar},
    {ElementFamily::unsigned_integer, sizeof(unsigned short), ElementKind::ushort},
    {ElementFamily::unsigned_integer, sizeof(unsigned), ElementKind::uint},
    {ElementFamily::unsigned_integer, sizeof(unsigned long long), ElementKind::ulonglong},
    {ElementFamily::real, sizeof(float), ElementKind::float_},
    {ElementFamily::real, sizeof(double), ElementKind::double_},
};

}  // namespace

std::optional<ElementKind> kind_of_size(ElementFamily family, std::int64_t bytes) {
    for (const SizedKind& sized : sized_kinds) {
        if (sized.family == family && sized.bytes == bytes) return sized.kind;
    }
    return std::nullopt;
}

std::optional<ElementKind> kind_of_named(MPI_Datatype datatype, std::int64_t bytes) {
    if (const auto kind = kind_of_c_type(datatype)) return kind;
    const auto family = family_of_named(datatype);
    return family ? kind_of_size(*family, bytes) : std::nullopt;
}

}  // namespace weft::mpi
