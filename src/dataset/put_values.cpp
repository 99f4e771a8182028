// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/put_values.hpp"

#include <algorithm>
#include <array>

#include "dataset/pieces.hpp"
#include "engine/request/mover.hpp"

namespace weft::dataset {
namespace {

/// Programs refill one buffer of up to this many bytes between posts.
constexpr std::int64_t small_put_bytes = 4096;

Status out_of_range() {
    return {Code::erange, "a value does not fit its target type"};
}

/// The values of a put as one stream; `bytes` is their size in file form.
engine::Request stream_of(const Definition& definition, const Prepared& prepared,
                          std::int64_t& bytes) {
    engine::Piece piece{
        .file = {}, .elements = make_elements(definition, prepared), .address = prepared.address};
    bytes = prepared.element_count * piece.elements->codec.external_bytes;
    piece.file = region::Nest(0, bytes, {});
    engine::Request request;
    request.pieces.push_back(std::move(piece));
    return request;
}

}  // namespace

Status convert(const Definition& definition, const Prepared& prepared, std::byte* values) {
    if (prepared.irregular == nullptr || prepared.irregular->memory == nullptr) {
        const engine::Codec codec = codec_of(definition, prepared);
        const bool in_range = codec.kernels->encode(
            values, codec.external_bytes, prepared.address, codec.memory_bytes,
            static_cast<std::size_t>(prepared.element_count), codec.fill.data());
        return in_range ? Status() : out_of_range();
    }
    std::int64_t bytes = 0;
    const engine::Request request = stream_of(definition, prepared, bytes);
    engine::Mover mover(request);
    mover.move(0, 0, bytes,
               {.data = values, .origin = 0, .form = engine::FileBuffer::Form::packed});
    return mover.all_in_range() ? Status() : out_of_range();
}

void use_converted(Prepared& prepared, std::byte* values) {
    prepared.address = values;
    if (prepared.is_list())
        prepared.irregular->memory = nullptr;
    else
        prepared.irregular = nullptr;
    prepared.converted = true;
}

Status check_range(const Definition& definition, const Prepared& prepared) {
    const types::External external = definition.variable(prepared.variable_id).type;
    if (prepared.direction == Direction::get || !may_overflow(external, prepared.memory)) return {};
    constexpr std::int64_t bytes_at_once = 32 << 10;
    std::array<std::byte, bytes_at_once> scratch;
    std::int64_t bytes = 0;
    const engine::Request request = stream_of(definition, prepared, bytes);
    engine::Mover mover(request);
    for (std::int64_t done = 0; done < bytes; done += bytes_at_once) {
        mover.move(
            0, done, std::min(done + bytes_at_once, bytes),
            {.data = scratch.data(), .origin = done, .form = engine::FileBuffer::Form::packed});
    }
    return mover.all_in_range() ? Status() : out_of_range();
}

std::int64_t bytes_in_file(const Definition& definition, const Prepared& prepared) {
    return prepared.element_count * types::size_of(definition.variable(prepared.variable_id).type);
}

bool is_small_put(const Definition& definition, const Prepared& prepared) {
    if (prepared.direction == Direction::get) return false;
    const int smaller = std::min(types::size_of(prepared.memory),
                                 types::size_of(definition.variable(prepared.variable_id).type));
    return prepared.element_count * smaller <= small_put_bytes;
}

}  // namespace weft::dataset
