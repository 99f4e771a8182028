// SPDX-License-Identifier: BSD-3-Clause
#include "selection.hpp"

namespace weft::fortran {

namespace {

MPI_Offset at(const char* base, CFI_index_t bytes) {
    return *reinterpret_cast<const MPI_Offset*>(base + bytes);
}

MPI_Offset given_or(const CFI_cdesc_t* vector, int i, MPI_Offset missing) {
    if (vector == nullptr || i >= vector->dim[0].extent) return missing;
    return at(static_cast<const char*>(vector->base_addr), i * vector->dim[0].sm);
}

bool is_copied(const CFI_cdesc_t* matrix, int rank, int num) {
    if (matrix == nullptr || matrix->dim[1].extent < num) return false;
    const auto bytes = static_cast<CFI_index_t>(sizeof(MPI_Offset));
    const CFI_dim_t* dim = matrix->dim;
    return dim[0].extent != rank || dim[0].sm != bytes || dim[1].sm != rank * bytes;
}

}  // namespace

Selection::Selection(int rank, const Elements& elements, const Place& place)
    : rank_(rank),
      has_stride_(place.stride != nullptr),
      has_map_(place.map != nullptr),
      numbers_(4 * size_of(rank)) {
    MPI_Offset* numbers = numbers_.data();
    if (numbers == nullptr) return;
    MPI_Offset distance = 1;
    for (int i = 0; i < rank; ++i) {
        const MPI_Offset extent = i < elements.rank ? elements.dimensions[i].extent : 1;
        numbers[i] = given_or(place.start, i, 1);
        numbers[rank + i] = given_or(place.count, i, extent);
        numbers[2 * rank + i] = given_or(place.stride, i, 1);
        numbers[3 * rank + i] = given_or(place.map, i, distance);
        distance *= extent;
    }
}

MPI_Offset* Selection::part(int which) {
    MPI_Offset* numbers = numbers_.data();
    return numbers == nullptr ? nullptr : numbers + which * rank_;
}

Use Selection::use() {
    const MPI_Offset* counts = count();
    const bool known = counts != nullptr;
    return {
        .rank = rank_, .count = counts, .map = map(), .total = known ? total(rank_, 1, counts) : 0};
}

Vectors::Vectors(const CFI_cdesc_t* matrix, int rank, int num)
    : has_copy_(is_copied(matrix, rank, num)), copy_(has_copy_ ? size_of(rank) * size_of(num) : 0) {
    if (matrix == nullptr || matrix->dim[1].extent < num) return;
    const auto* base = static_cast<const char*>(matrix->base_addr);
    is_dense_ = !has_copy_;
    if (is_dense_) dense_ = reinterpret_cast<const MPI_Offset*>(base);
    MPI_Offset* copy = copy_.data();
    if (is_dense_ || copy == nullptr) return;
    for (int i = 0; i < num; ++i) {
        for (int j = 0; j < rank; ++j) {
            const bool is_there = j < matrix->dim[0].extent;
            *copy++ = is_there ? at(base, i * matrix->dim[1].sm + j * matrix->dim[0].sm) : 1;
        }
    }
}

std::int64_t total(int rank, int num, const MPI_Offset* counts) {
    std::int64_t sum = 0;
    for (int i = 0; i < num; ++i) {
        std::int64_t product = 1;
        for (int j = 0; j < rank; ++j) {
            if (__builtin_mul_overflow(product, *counts++, &product)) return -1;
        }
        if (__builtin_add_overflow(sum, product, &sum)) return -1;
    }
    return sum;
}

}  // namespace weft::fortran
