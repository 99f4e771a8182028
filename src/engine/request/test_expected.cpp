// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/test_expected.hpp"

#include <algorithm>

#include "types/conversion_model.hpp"

namespace weft::engine {
namespace {

namespace plain = types::plain;

/// Converts one value by the plain model, or returns its replacement if it does not fit.
plain::Bytes expected_value(const PieceTypes& types, const Codec& codec, Direction direction,
                            const plain::Bytes& from, bool& in_range) {
    const plain::ValueKind external = plain::kind_of(types.external);
    const plain::ValueKind memory = plain::kind_of(types.memory);
    if (direction == Direction::put) {
        const auto value = plain::convert(from, memory, external);
        in_range = in_range && value;
        plain::Bytes bytes = value ? plain::file_order(*value, external.size) : codec.fill;
        if (codec.quantizer.is_on())
            types::quantize(codec.quantizer, {.first = bytes.data(), .stride = 8, .count = 1});
        return bytes;
    }
    const auto value = plain::convert(plain::file_order(from, external.size), external, memory);
    if (value) return *value;
    in_range = false;
    const types::External source = plain::fill_source(types.memory);
    const plain::ValueKind kind = plain::kind_of(source);
    return *plain::convert(plain::file_order(types::default_fill(source), kind.size), kind, memory);
}

}  // namespace

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
            plain::Bytes from{};
            std::copy_n(
                put ? in_memory : in_file,
                put ? static_cast<std::size_t>(piece.elements->codec.memory_bytes) : external_bytes,
                from.begin());
            const plain::Bytes value = expected_value(sample.types[i], piece.elements->codec,
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
