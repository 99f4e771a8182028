// SPDX-License-Identifier: BSD-3-Clause
// The loops of shuffle for vectors of a given width, in which the compiler sees the instructions of
// the file that includes this.
//
// A group of `width` elements of 2^k bytes is an array of 2^k vectors. Where the planes are
// vectors, an element's byte has the index (plane, element); where the elements lie one behind the
// other, it has (element, plane). Interleaving the two halves of the array byte by byte makes the
// highest bit of the index the lowest: done k times, it moves the bits of the plane behind those of
// the element. Taking every second byte is the way back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "chunks/shuffle_kernels.hpp"

namespace weft::chunks {

template <std::size_t width>
struct ShuffleLoops {
    typedef std::uint8_t Vector __attribute__((vector_size(width)));
    static constexpr auto indices = std::make_index_sequence<width>();

    /// Bytes of two vectors in turn, from the byte `first` of each on.
    template <std::size_t first, std::size_t... i>
    static Vector interleaved(const Vector& a, const Vector& b, std::index_sequence<i...>) {
        return __builtin_shufflevector(a, b, (first + i / 2 + i % 2 * width)...);
    }

    /// Every second byte of two vectors, from the byte `first` on.
    template <std::size_t first, std::size_t... i>
    static Vector every_second(const Vector& a, const Vector& b, std::index_sequence<i...>) {
        return __builtin_shufflevector(a, b, (first + 2 * i)...);
    }

    template <std::size_t size>
    static void interleave_halves(Vector (&vectors)[size]) {
        Vector result[size];
        for (std::size_t i = 0; i < size / 2; ++i) {
            const Vector& a = vectors[i];
            const Vector& b = vectors[i + size / 2];
            result[2 * i] = interleaved<0>(a, b, indices);
            result[2 * i + 1] = interleaved<width / 2>(a, b, indices);
        }
        std::copy(result, result + size, vectors);
    }

    template <std::size_t size>
    static void part_into_halves(Vector (&vectors)[size]) {
        Vector result[size];
        for (std::size_t i = 0; i < size / 2; ++i) {
            const Vector& a = vectors[2 * i];
            const Vector& b = vectors[2 * i + 1];
            result[i] = every_second<0>(a, b, indices);
            result[i + size / 2] = every_second<1>(a, b, indices);
        }
        std::copy(result, result + size, vectors);
    }

    /// Whole groups of elements of `size` bytes; returns how many elements these are.
    template <std::size_t size>
    static std::size_t unshuffle_groups(const std::uint8_t* planes, std::size_t count,
                                        std::uint8_t* elements) {
        std::size_t i = 0;
        for (; i + width <= count; i += width) {
            Vector vectors[size];
            for (std::size_t j = 0; j < size; ++j)
                std::memcpy(&vectors[j], planes + j * count + i, width);
            for (std::size_t done = 1; done < size; done *= 2) interleave_halves(vectors);
            std::memcpy(elements + i * size, vectors, sizeof vectors);
        }
        return i;
    }

    template <std::size_t size>
    static std::size_t shuffle_groups(const std::uint8_t* elements, std::size_t count,
                                      std::uint8_t* planes) {
        std::size_t i = 0;
        for (; i + width <= count; i += width) {
            Vector vectors[size];
            std::memcpy(vectors, elements + i * size, sizeof vectors);
            for (std::size_t done = 1; done < size; done *= 2) part_into_halves(vectors);
            for (std::size_t j = 0; j < size; ++j)
                std::memcpy(planes + j * count + i, &vectors[j], width);
        }
        return i;
    }

    /// From `first` on, for any size: so many elements at a time that they stay in the cache.
    template <class MoveByte>
    static void move_others(std::size_t first, Elements elements, MoveByte move_byte) {
        const std::size_t tile = std::max<std::size_t>(1, 4096 / elements.bytes);
        for (; first < elements.count; first += tile) {
            const std::size_t end = std::min(elements.count, first + tile);
            for (std::size_t j = 0; j < elements.bytes; ++j)
                for (std::size_t i = first; i < end; ++i)
                    move_byte(j * elements.count + i, i * elements.bytes + j);
        }
    }

    static void unshuffle(const std::uint8_t* from, Elements elements, std::uint8_t* to) {
        std::size_t done = 0;
        if (elements.bytes == 2) done = unshuffle_groups<2>(from, elements.count, to);
        if (elements.bytes == 4) done = unshuffle_groups<4>(from, elements.count, to);
        if (elements.bytes == 8) done = unshuffle_groups<8>(from, elements.count, to);
        move_others(done, elements, [from, to](std::size_t in_planes, std::size_t in_elements) {
            to[in_elements] = from[in_planes];
        });
    }

    static void shuffle(const std::uint8_t* from, Elements elements, std::uint8_t* to) {
        std::size_t done = 0;
        if (elements.bytes == 2) done = shuffle_groups<2>(from, elements.count, to);
        if (elements.bytes == 4) done = shuffle_groups<4>(from, elements.count, to);
        if (elements.bytes == 8) done = shuffle_groups<8>(from, elements.count, to);
        move_others(done, elements, [from, to](std::size_t in_planes, std::size_t in_elements) {
            to[in_planes] = from[in_elements];
        });
    }
};

}  // namespace weft::chunks
