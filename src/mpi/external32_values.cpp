// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/external32_values.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "mpi/datatype_contents.hpp"
#include "mpi/datatype_kinds.hpp"

namespace weft::mpi {
namespace {

/// A long is shorter in external32 than in memory on most machines.
ExternalType type_of(ElementKind kind, std::int64_t memory_bytes) {
    constexpr int long_bytes = 4;
    const bool is_long = kind == ElementKind::long_ || kind == ElementKind::ulong_;
    const int bytes = static_cast<int>(memory_bytes);
    return {kind, bytes, is_long ? long_bytes : bytes};
}

std::vector<ExternalValue> one(const ExternalType& type) {
    return {{type, 0}};
}

std::vector<ExternalValue> two(const ExternalType& type) {
    return {{type, 0}, {type, type.memory_bytes}};
}

/// The pairs of C: a value and its index.
template <class Value>
std::vector<ExternalValue> with_index(ElementKind kind) {
    struct Pair {
        Value value;
        int index;
    };
    return {{type_of(kind, sizeof(Value)), offsetof(Pair, value)},
            {type_of(ElementKind::int_, sizeof(int)), offsetof(Pair, index)}};
}

bool is_among(MPI_Datatype datatype, std::span<const MPI_Datatype> some) {
    return std::ranges::find(some, datatype) != some.end();
}

std::optional<std::vector<ExternalValue>> pair_of(MPI_Datatype datatype) {
    if (datatype == MPI_FLOAT_INT) return with_index<float>(ElementKind::float_);
    if (datatype == MPI_DOUBLE_INT) return with_index<double>(ElementKind::double_);
    if (datatype == MPI_LONG_INT) return with_index<long>(ElementKind::long_);
    if (datatype == MPI_SHORT_INT) return with_index<short>(ElementKind::short_);
    if (datatype == MPI_2INT) return two(type_of(ElementKind::int_, sizeof(int)));
    return std::nullopt;
}

/// Two values of one type: complex numbers and the pairs of Fortran.
std::optional<ElementFamily> family_of_two(MPI_Datatype datatype) {
    const MPI_Datatype reals[] = {
        MPI_COMPLEX,         MPI_DOUBLE_COMPLEX,   MPI_COMPLEX8,          MPI_COMPLEX16,
        MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX,
        MPI_2REAL,           MPI_2DOUBLE_PRECISION};
    if (is_among(datatype, reals)) return ElementFamily::real;
    if (datatype == MPI_2INTEGER) return ElementFamily::signed_integer;
    return std::nullopt;
}

std::optional<ExternalType> single(MPI_Datatype datatype, std::int64_t bytes) {
    if (const auto kind = kind_of_named(datatype, bytes)) return type_of(*kind, bytes);
    if (datatype == MPI_WCHAR) return ExternalType{ElementKind::uint, sizeof(wchar_t), 2};
    const MPI_Datatype truths[] = {MPI_LOGICAL, MPI_C_BOOL, MPI_CXX_BOOL};
    const bool is_plain = datatype == MPI_PACKED || is_among(datatype, truths);
    if (is_plain && bytes == 1) return type_of(ElementKind::byte, bytes);
    const auto kind = is_plain ? kind_of_size(ElementFamily::signed_integer, bytes) : std::nullopt;
    return kind ? std::optional(type_of(*kind, bytes)) : std::nullopt;
}

std::optional<std::vector<ExternalValue>> of_family(ElementFamily family, std::int64_t bytes,
                                                    int count) {
    const auto kind = kind_of_size(family, bytes / count);
    if (!kind) return std::nullopt;
    const ExternalType type = type_of(*kind, bytes / count);
    return count == 1 ? one(type) : two(type);
}

}  // namespace

std::optional<std::vector<ExternalValue>> external_values(MPI_Datatype datatype, int combiner) {
    const std::int64_t bytes = size_of(datatype);
    switch (combiner) {
        case MPI_COMBINER_F90_INTEGER:
            return of_family(ElementFamily::signed_integer, bytes, 1);
        case MPI_COMBINER_F90_REAL:
            return of_family(ElementFamily::real, bytes, 1);
        case MPI_COMBINER_F90_COMPLEX:
            return of_family(ElementFamily::real, bytes, 2);
        default:
            break;
    }
    if (auto pair = pair_of(datatype)) return pair;
    if (const auto family = family_of_two(datatype)) return of_family(*family, bytes, 2);
    const auto type = single(datatype, bytes);
    return type ? std::optional(one(*type)) : std::nullopt;
}

}  // namespace weft::mpi
