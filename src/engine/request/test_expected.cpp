// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/test_expected.hpp"

#include <algorithm>

#include "types/conversion_model.hpp"

namespace weft::engine {
namespace {

namespace model = types::model;

/// One value the other way round, with what replaces it when it does not fit.
model::Bytes expected_value(const PieceTypes& types, const Codec& codec, Direction direction,
                            const model::Bytes& from, bool& in_range) {
    const model::ValueKind external = model::kind_of(types.external);
    const model::ValueKind memory = model::kind_of(types.memory);
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
    const model::ValueKind kind = model::kind_of(source);
    return *model::convert(model::file_order(types::default_fill(source), kind.size), kind, memory);
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
