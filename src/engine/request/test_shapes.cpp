// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/test_shapes.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "region/pattern_builder.hpp"

namespace weft::engine {
namespace {

using region::Loops;
using region::Nest;
using region::Pattern;

constexpr std::int64_t longest_stream = 400;  // keeps the slow model fast

std::int64_t divisor_of(Random& random, std::int64_t number) {
    std::int64_t divisor = random.between(1, number);
    while (number % divisor != 0) --divisor;
    return divisor;
}

}  // namespace

Bytes Random::bytes(std::int64_t count) {
    Bytes bytes(static_cast<std::size_t>(count));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(between(0, 255));
    return bytes;
}

Nest random_nest(Random& random, std::int64_t element_bytes) {
    const std::int64_t run = element_bytes * random.between(1, random.one_in(3) ? 12 : 3);
    std::int64_t extent = run;
    std::int64_t bytes = run;
    Loops loops;
    for (std::int64_t levels = random.between(0, 3); levels > 0; --levels) {
        const std::int64_t count = random.between(1, 4);
        if (bytes * count > longest_stream) break;
        const std::int64_t pitch = extent + (random.one_in(2) ? 0 : random.between(0, 9));
        loops.insert(loops.begin(), {count, pitch});
        extent += (count - 1) * pitch;
        bytes *= count;
    }
    return {0, run, loops};
}

Pattern random_sequence(Random& random, std::int64_t elements, std::int64_t size) {
    std::vector<Pattern::Part> parts;
    std::int64_t at = 0;
    while (elements > 0) {
        const std::int64_t length = std::min(elements, random.between(1, 3));
        parts.push_back({at, std::make_shared<Pattern>(Pattern::elements({{length, size}}))});
        at += length * size + random.between(0, 2) * size;
        elements -= length;
    }
    return Pattern::sequence(std::move(parts));
}

/// Rows, most often in no order.
Pattern random_rows(Random& random, std::int64_t elements, std::int64_t size) {
    region::PatternBuilder builder(static_cast<std::size_t>(elements));
    const bool falls = random.one_in(2);
    std::int64_t at = falls ? 4 * size * elements : 0;
    for (; elements > 0; at += falls ? -4 * size : 4 * size) {
        const std::int64_t length = std::min(elements, random.between(1, 3));
        builder.add_row(at + random.between(0, 1) * size, length, size);
        elements -= length;
    }
    return builder.finish();
}

Pattern random_pattern(Random& random, std::int64_t elements, std::int64_t size) {
    const std::int64_t rows = divisor_of(random, elements);
    switch (random.between(0, 8)) {
        case 0:
            return Pattern::elements({{rows, size}, {elements / rows, rows * size}});  // transposed
        case 1:
            return Pattern::elements({{elements, 2 * size + 1}}, 3);
        case 2:
            return Pattern::elements({{elements, -size}}, (elements - 1) * size);
        case 3:
            return random_sequence(random, elements, size);
        case 4:
            return random_sequence(random, elements / rows, size)
                .repeated(rows, 3 * size * (elements / rows));
        case 5:
            return Pattern::elements({{elements, 0}}, 1);
        case 6:
            return random_rows(random, elements, size);
        case 7:
            return random_rows(random, elements / rows, size)
                .repeated(rows, 9 * size * (elements / rows));
        default:
            return Pattern::elements({{elements, size}}, random.between(0, 8));
    }
}

std::vector<std::int64_t> places_in(const Pattern& pattern, std::int64_t from, std::int64_t count) {
    std::vector<std::int64_t> places;
    pattern.visit(from, from + count, [&](std::int64_t at, std::int64_t stride, std::int64_t n) {
        for (std::int64_t i = 0; i < n; ++i) places.push_back(at + i * stride);
    });
    return places;
}

std::vector<std::int64_t> offsets_of(const Nest& nest) {
    std::vector<std::int64_t> starts = {nest.base()};
    for (const region::Loop& loop : nest.loops()) {
        std::vector<std::int64_t> next;
        for (const std::int64_t start : starts) {
            for (std::int64_t i = 0; i < loop.count; ++i) next.push_back(start + i * loop.pitch);
        }
        starts = std::move(next);
    }
    std::vector<std::int64_t> offsets;
    for (const std::int64_t start : starts) {
        for (std::int64_t i = 0; i < nest.run(); ++i) offsets.push_back(start + i);
    }
    return offsets;
}

}  // namespace weft::engine
