// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/test_requests.hpp"

#include <algorithm>
#include <numeric>

#include "types/conversion_model.hpp"

namespace weft::engine {
namespace {

namespace plain = types::plain;
using region::Nest;
using region::Pattern;

/// Values that fit most types, and some that fit few.
plain::Bytes random_value(Random& random, types::Memory type) {
    static constexpr std::int64_t values[] = {
        0, 1, 2, 77, 100, -1, -77, 200, 40000, -40000, 100'000'0, 5'000'000'000, -300};
    const plain::ValueKind wide = plain::kind_of(types::External::int64);
    const std::int64_t value = values[random.between(0, std::ssize(values) - 1)];
    const plain::ValueKind kind = plain::kind_of(type);
    const auto converted = plain::convert(plain::bytes_of(value), wide, kind);
    return converted ? *converted : *plain::convert(plain::bytes_of(std::int64_t{7}), wide, kind);
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

/// A quantizer for some puts, by methods that do not depend on a value's number.
types::Quantizer random_quantizer(Random& random, Direction direction, const Codec& codec,
                                  types::External external) {
    const auto mode =
        random.one_in(2) ? types::QuantizeMode::granular : types::QuantizeMode::bit_round;
    const int most = types::most_digits(mode, external);
    if (direction == Direction::get || most == 0 || random.one_in(2)) return {};
    return {.how = {mode, static_cast<int>(random.between(1, most))},
            .type = external,
            .order = std::endian::big,
            .fill = codec.fill};
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

/// The memory of pieces that share a pattern: those from `first` on.
void give_memory(Random& random, Sample& sample, std::size_t first, Pattern pattern) {
    const std::size_t size =
        static_cast<std::size_t>(sample.request.pieces[first].elements->codec.memory_bytes);
    const std::vector<std::int64_t> places = places_in(pattern, 0, pattern.element_count());
    const std::int64_t last = *std::max_element(places.begin(), places.end());
    Bytes buffer(static_cast<std::size_t>(last) + size + 5, std::byte{0xA5});
    for (const std::int64_t place : places) {
        if (sample.request.direction == Direction::get) break;
        const plain::Bytes value = random_value(random, sample.types[first].memory);
        std::copy_n(value.begin(), size, buffer.begin() + place);
    }
    const auto shared = std::make_shared<Elements>(*sample.request.pieces[first].elements);
    shared->memory = std::make_shared<const Pattern>(std::move(pattern));
    shared->codec.quantizer = random_quantizer(random, sample.request.direction, shared->codec,
                                               sample.types[first].external);
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

}  // namespace

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

}  // namespace weft::engine
