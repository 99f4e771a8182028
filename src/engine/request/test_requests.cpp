// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/test_requests.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "types/conversion_model.hpp"

namespace weft::engine {
namespace {

namespace model = types::model;
using region::Loops;
using region::Nest;
using region::Pattern;

constexpr std::int64_t longest_stream = 400;  // keeps the slow model fast

/// Values that fit most types, and some that fit few.
model::Bytes random_value(Random& random, types::Memory type) {
    static constexpr std::int64_t values[] = {
        0, 1, 2, 77, 100, -1, -77, 200, 40000, -40000, 100'000'0, 5'000'000'000, -300};
    const model::Kind wide = model::kind_of(types::External::int64);
    const std::int64_t value = values[random.between(0, std::ssize(values) - 1)];
    const model::Kind kind = model::kind_of(type);
    const auto converted = model::convert(model::bytes_of(value), wide, kind);
    return converted ? *converted : *model::convert(model::bytes_of(std::int64_t{7}), wide, kind);
}

void choose_codec(Random& random, Piece& piece, PieceTypes& types) {
    const types::Kernels* kernels = nullptr;
    while (kernels == nullptr) {
        types.external = static_cast<types::External>(random.between(1, types::external_count));
        types.memory = static_cast<types::Memory>(random.between(0, types::memory_count - 1));
        kernels = find_kernels(types.external, types.memory, types::ByteRule::checked);
    }
    piece.elements = std::make_shared<Elements>(
        Elements{.codec = {.kernels = kernels,
                           .external_bytes = types::size_of(types.external),
                           .memory_bytes = types::size_of(types.memory),
                           .fill = types::default_fill(types.external)},
                 .memory = {}});
}

/// Loops of at most four repetitions around a run, with gaps or without.
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

Nest moved(const Nest& nest, std::int64_t distance) {
    return {nest.base() + distance, nest.run(), nest.loops()};
}

/// Marks the nest's bytes unless one of them is taken.
bool take(std::vector<bool>* taken, const Nest& nest) {
    if (taken == nullptr) return true;
    const std::vector<std::int64_t> offsets = offsets_of(nest);
    const auto is_taken = [&](std::int64_t at) { return (*taken)[static_cast<std::size_t>(at)]; };
    if (std::any_of(offsets.begin(), offsets.end(), is_taken)) return false;
    for (const std::int64_t at : offsets) (*taken)[static_cast<std::size_t>(at)] = true;
    return true;
}

/// Parts of one to three elements, with gaps between them.
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

std::int64_t divisor_of(Random& random, std::int64_t number) {
    std::int64_t divisor = random.between(1, number);
    while (number % divisor != 0) --divisor;
    return divisor;
}

Pattern random_pattern(Random& random, std::int64_t elements, std::int64_t size) {
    const std::int64_t rows = divisor_of(random, elements);
    switch (random.between(0, 6)) {
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

/// The memory of pieces that share a pattern: those from `first` on.
void give_memory(Random& random, Sample& sample, std::size_t first, Pattern pattern) {
    const std::size_t size =
        static_cast<std::size_t>(sample.request.pieces[first].elements->codec.memory_bytes);
    const std::vector<std::int64_t> places = places_in(pattern, 0, pattern.element_count());
    const std::int64_t last = *std::max_element(places.begin(), places.end());
    Bytes buffer(static_cast<std::size_t>(last) + size + 5, std::byte{0xA5});
    for (const std::int64_t place : places) {
        if (sample.request.direction == Direction::get) break;
        const model::Bytes value = random_value(random, sample.types[first].memory);
        std::copy_n(value.begin(), size, buffer.begin() + place);
    }
    const auto shared = std::make_shared<Elements>(*sample.request.pieces[first].elements);
    shared->memory = std::make_shared<const Pattern>(std::move(pattern));
    std::int64_t element = 0;
    for (std::size_t i = first; i < sample.request.pieces.size(); ++i) {
        Piece& piece = sample.request.pieces[i];
        piece.elements = shared;
        piece.address = buffer.data();
        piece.first_element = element;
        element += piece.file.bytes() / piece.elements->codec.external_bytes;
        sample.types[i].buffer = sample.buffers.size();
    }
    sample.buffers.push_back(std::move(buffer));
}

/// Adds a piece where there is room for it; false after a few tries.
bool add_piece(Random& random, Sample& sample, const Field& field, Piece piece, PieceTypes types,
               const Nest& shape) {
    if (shape.end() > field.bytes) return false;
    for (int tries = 0; tries < 10; ++tries) {
        const Nest file = moved(shape, field.begin + random.between(0, field.bytes - shape.end()));
        if (!take(field.taken, file)) continue;
        piece.file = file;
        sample.request.pieces.push_back(piece);
        sample.types.push_back(types);
        return true;
    }
    return false;
}

void add_nested(Random& random, Sample& sample, const Field& field) {
    Piece piece;
    PieceTypes types;
    choose_codec(random, piece, types);
    const Nest shape = random_nest(random, piece.elements->codec.external_bytes);
    if (!add_piece(random, sample, field, piece, types, shape)) return;
    const std::int64_t elements = shape.bytes() / piece.elements->codec.external_bytes;
    give_memory(random, sample, sample.request.pieces.size() - 1,
                random_pattern(random, elements, piece.elements->codec.memory_bytes));
}

/// Variables side by side in each of a few records.
void add_records(Random& random, Sample& sample, const Field& field) {
    const std::int64_t records = random.between(1, 6);
    const std::int64_t pitch = random.between(24, 60);
    const std::int64_t extent = records * pitch;
    if (extent > field.bytes) return;
    const std::int64_t base = field.begin + random.between(0, field.bytes - extent);
    for (std::int64_t at = random.between(0, 6); at < pitch;) {
        Piece piece;
        PieceTypes types;
        choose_codec(random, piece, types);
        const std::int64_t run = piece.elements->codec.external_bytes * random.between(1, 3);
        if (at + run > pitch) break;
        piece.file = Nest(base + at, run, {{records, pitch}});
        at += run + random.between(0, 8);
        if (!take(field.taken, *piece.file.nest())) continue;
        sample.request.pieces.push_back(piece);
        sample.types.push_back(types);
        const std::int64_t elements = piece.file.bytes() / piece.elements->codec.external_bytes;
        give_memory(random, sample, sample.request.pieces.size() - 1,
                    random_pattern(random, elements, piece.elements->codec.memory_bytes));
    }
}

/// Several pieces of one type that share a memory pattern, as lists of subarrays do.
void add_list(Random& random, Sample& sample, const Field& field) {
    Piece piece;
    PieceTypes types;
    choose_codec(random, piece, types);
    const std::size_t first = sample.request.pieces.size();
    std::int64_t elements = 0;
    for (std::int64_t i = random.between(2, 5); i > 0; --i) {
        const Nest shape = random_nest(random, piece.elements->codec.external_bytes);
        if (add_piece(random, sample, field, piece, types, shape))
            elements += shape.bytes() / piece.elements->codec.external_bytes;
    }
    if (elements == 0) return;
    // Pieces that get into the same memory would have no defined outcome.
    Pattern pattern = sample.request.direction == Direction::put
                          ? random_pattern(random, elements, piece.elements->codec.memory_bytes)
                          : random_sequence(random, elements, piece.elements->codec.memory_bytes);
    give_memory(random, sample, first, std::move(pattern));
}

void sort_pieces(Sample& sample) {
    std::vector<std::size_t> order(sample.request.pieces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return sample.request.pieces[a].file.base() < sample.request.pieces[b].file.base();
    });
    Pieces pieces;
    std::vector<PieceTypes> types;
    for (const std::size_t i : order) {
        pieces.push_back(sample.request.pieces[i]);
        types.push_back(sample.types[i]);
    }
    sample.request.pieces = std::move(pieces);
    sample.types = std::move(types);
}

/// One value the other way round, with what replaces it when it does not fit.
model::Bytes expected_value(const PieceTypes& types, const Codec& codec, Direction direction,
                            const model::Bytes& from, bool& in_range) {
    const model::Kind external = model::kind_of(types.external);
    const model::Kind memory = model::kind_of(types.memory);
    if (direction == Direction::put) {
        const auto value = model::convert(from, memory, external);
        if (value) return model::file_order(*value, external.size);
        in_range = false;
        return codec.fill;
    }
    const auto value = model::convert(model::file_order(from, external.size), external, memory);
    if (value) return *value;
    in_range = false;
    const types::External source = model::fill_source(types.memory);
    const model::Kind kind = model::kind_of(source);
    return *model::convert(model::file_order(types::default_fill(source), kind.size), kind, memory);
}

}  // namespace

Bytes Random::bytes(std::int64_t count) {
    Bytes bytes(static_cast<std::size_t>(count));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(between(0, 255));
    return bytes;
}

std::vector<std::int64_t> Sample::places_of(std::size_t piece) const {
    const Piece& it = request.pieces[piece];
    return places_in(*it.elements->memory, it.first_element,
                     it.file.bytes() / it.elements->codec.external_bytes);
}

Sample random_sample(Random& random, Direction direction, const Field& field) {
    Sample sample;
    sample.request.direction = direction;
    for (std::int64_t i = random.between(1, 4); i > 0; --i) {
        const std::int64_t kind = random.between(0, 3);
        if (kind == 0) add_records(random, sample, field);
        if (kind == 1) add_list(random, sample, field);
        if (kind >= 2) add_nested(random, sample, field);
    }
    sort_pieces(sample);
    return sample;
}

Sample plain_sample(Direction direction, const std::vector<Nest>& files, Random& random) {
    Sample sample;
    sample.request.direction = direction;
    for (const Nest& file : files) {
        Piece piece;
        piece.file = file;
        Elements bytes;
        bytes.codec.kernels =
            find_kernels(types::External::uint8, types::Memory::uchar, types::ByteRule::checked);
        bytes.memory = std::make_shared<const Pattern>(Pattern::elements({{file.bytes(), 1}}));
        piece.elements = std::make_shared<const Elements>(std::move(bytes));
        sample.buffers.push_back(random.bytes(file.bytes()));
        piece.address = sample.buffers.back().data();
        sample.types.push_back(
            {types::External::uint8, types::Memory::uchar, sample.buffers.size() - 1});
        sample.request.pieces.push_back(std::move(piece));
    }
    sort_pieces(sample);
    return sample;
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

Expected expect(const Sample& sample, const Bytes& file) {
    Expected expected{file, sample.buffers, {}, true};
    const bool put = sample.request.direction == Direction::put;
    const auto needed = static_cast<std::size_t>(sample.request.end());
    Bytes& bytes = expected.file;
    const std::size_t size = put ? std::max(bytes.size(), needed) : bytes.size();
    bytes.resize(std::max(bytes.size(), needed));
    for (std::size_t i = 0; i < sample.request.pieces.size(); ++i) {
        const Piece& piece = sample.request.pieces[i];
        Bytes& buffer = expected.buffers[sample.types[i].buffer];
        const std::vector<std::int64_t> offsets = offsets_of(*piece.file.nest());
        const std::vector<std::int64_t> places = sample.places_of(i);
        const auto external_bytes = static_cast<std::size_t>(piece.elements->codec.external_bytes);
        bool in_range = true;
        for (std::size_t element = 0; element < places.size(); ++element) {
            const auto in_file = bytes.begin() + offsets[element * external_bytes];
            const auto in_memory = buffer.begin() + places[element];
            model::Bytes from{};
            std::copy_n(
                put ? in_memory : in_file,
                put ? static_cast<std::size_t>(piece.elements->codec.memory_bytes) : external_bytes,
                from.begin());
            const model::Bytes value = expected_value(sample.types[i], piece.elements->codec,
                                                      sample.request.direction, from, in_range);
            std::copy_n(
                value.begin(),
                put ? external_bytes : static_cast<std::size_t>(piece.elements->codec.memory_bytes),
                put ? in_file : in_memory);
        }
        expected.out_of_range.push_back(!in_range);
        expected.all_in_range = expected.all_in_range && in_range;
    }
    bytes.resize(size);
    return expected;
}

}  // namespace weft::engine
