// SPDX-License-Identifier: BSD-3-Clause
// A group of 16 elements of 2^k bytes is an array of 2^k vectors. Where the planes are vectors, a
// byte of an element has the index (plane, element); where the elements lie one behind the other,
// it has (element, plane). Interleaving the two halves of the array byte by byte makes the highest
// bit of the index the lowest: done k times, it moves the bits of the plane behind those of the
// element. Parting each pair of vectors into its even and its odd bytes is the way back.
//
// With vectors of 16 bytes, which every processor of the kinds that we know has, this is about as
// fast as a copy; longer ones gain nothing.
#include "codecs/shuffle_loops.hpp"

#include <algorithm>
#include <cstring>

namespace weft::codecs {
namespace {

constexpr std::size_t width = 16;
typedef std::uint8_t Vector __attribute__((vector_size(width)));

Vector load(const std::uint8_t* from) {
    Vector vector;
    std::memcpy(&vector, from, width);
    return vector;
}

void store(std::uint8_t* to, Vector vector) {
    std::memcpy(to, &vector, width);
}

Vector interleaved_low(Vector a, Vector b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

Vector interleaved_high(Vector a, Vector b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

Vector even_bytes(Vector a, Vector b) {
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

Vector odd_bytes(Vector a, Vector b) {
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/// Moves bytes from the order of the planes to that of the elements.
template <std::size_t size, std::size_t factor = 1>
void store_elements(const Vector (&vectors)[size], std::uint8_t* to) {
    if constexpr (factor == size) {
        for (std::size_t i = 0; i < size; ++i) store(to + i * width, vectors[i]);
    } else {
        Vector result[size];
        for (std::size_t i = 0; i < size / 2; ++i) {
            result[2 * i] = interleaved_low(vectors[i], vectors[i + size / 2]);
            result[2 * i + 1] = interleaved_high(vectors[i], vectors[i + size / 2]);
        }
        store_elements<size, factor * 2>(result, to);
    }
}

/// Moves bytes from the order of the elements to that of the planes, which begin `pitch` bytes
/// apart.
template <std::size_t size, std::size_t factor = 1>
void store_planes(const Vector (&vectors)[size], std::uint8_t* to, std::size_t pitch) {
    if constexpr (factor == size) {
        for (std::size_t i = 0; i < size; ++i) store(to + i * pitch, vectors[i]);
    } else {
        Vector result[size];
        for (std::size_t i = 0; i < size / 2; ++i) {
            result[i] = even_bytes(vectors[2 * i], vectors[2 * i + 1]);
            result[i + size / 2] = odd_bytes(vectors[2 * i], vectors[2 * i + 1]);
        }
        store_planes<size, factor * 2>(result, to, pitch);
    }
}

/// Moves whole groups of elements of `size` bytes; returns how many elements these are.
template <std::size_t size>
std::size_t unshuffle_groups(const std::uint8_t* planes, std::size_t count,
                             std::uint8_t* elements) {
    std::size_t i = 0;
    for (; i + width <= count; i += width) {
        Vector vectors[size];
        for (std::size_t j = 0; j < size; ++j) vectors[j] = load(planes + j * count + i);
        store_elements(vectors, elements + i * size);
    }
    return i;
}

template <std::size_t size>
std::size_t shuffle_groups(const std::uint8_t* elements, std::size_t count, std::uint8_t* planes) {
    std::size_t i = 0;
    for (; i + width <= count; i += width) {
        Vector vectors[size];
        for (std::size_t j = 0; j < size; ++j) vectors[j] = load(elements + i * size + j * width);
        store_planes(vectors, planes + i, count);
    }
    return i;
}

/// Moves elements of any size from element `first` on, so many at a time that they stay in the
/// cache.
template <class MoveByte>
void move_others(std::size_t first, Elements elements, MoveByte move_byte) {
    const std::size_t tile = std::max<std::size_t>(1, 4096 / elements.bytes);
    for (; first < elements.count; first += tile) {
        const std::size_t end = std::min(elements.count, first + tile);
        for (std::size_t j = 0; j < elements.bytes; ++j)
            for (std::size_t i = first; i < end; ++i)
                move_byte(j * elements.count + i, i * elements.bytes + j);
    }
}

}  // namespace

void unshuffle_elements(const std::uint8_t* from, Elements elements, std::uint8_t* to) {
    std::size_t done = 0;
    if (elements.bytes == 2) done = unshuffle_groups<2>(from, elements.count, to);
    if (elements.bytes == 4) done = unshuffle_groups<4>(from, elements.count, to);
    if (elements.bytes == 8) done = unshuffle_groups<8>(from, elements.count, to);
    move_others(done, elements, [from, to](std::size_t in_planes, std::size_t in_elements) {
        to[in_elements] = from[in_planes];
    });
}

void shuffle_elements(const std::uint8_t* from, Elements elements, std::uint8_t* to) {
    std::size_t done = 0;
    if (elements.bytes == 2) done = shuffle_groups<2>(from, elements.count, to);
    if (elements.bytes == 4) done = shuffle_groups<4>(from, elements.count, to);
    if (elements.bytes == 8) done = shuffle_groups<8>(from, elements.count, to);
    move_others(done, elements, [from, to](std::size_t in_planes, std::size_t in_elements) {
        to[in_planes] = from[in_elements];
    });
}

}  // namespace weft::codecs
