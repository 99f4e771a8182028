// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/mover.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "engine/request/run_batch.hpp"
#include "types/copy.hpp"

namespace weft::engine {
namespace {

constexpr std::int64_t longest_short_run = 256;

/// The address is no pointer arithmetic: with MPI_BOTTOM the origin is null and the displacement an
/// address.
std::byte* memory_at(const Piece& piece, std::int64_t displacement) {
    return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(piece.address) +
                                        static_cast<std::uintptr_t>(displacement));
}

/// Whether the values have the same bytes in memory and in the file.
bool is_as_in_memory(const Piece& piece) {
    const Codec& codec = piece.elements->codec;
    return codec.kernels == &types::copy_kernels(static_cast<int>(codec.external_bytes)) &&
           !codec.quantizer.is_on();
}

/// The number of the value at this place of the file, among those of its variable.
std::int64_t number_of_value(const Codec& codec, std::int64_t offset) {
    return (offset - codec.begin_of_values) / codec.external_bytes;
}

}  // namespace

Mover::Mover(const Request& request) : request_(request) {
    if (request.direction == Direction::get) carried_.resize(request.pieces.size());
}

void Mover::move(std::size_t index, std::int64_t from, std::int64_t to, const FileBuffer& place) {
    const Piece& piece = request_.pieces[index];
    const std::int64_t element_bytes = piece.elements->codec.external_bytes;
    const auto begin_of_element = [element_bytes](std::int64_t position) {
        return position - position % element_bytes;
    };
    if (const std::int64_t cut = begin_of_element(from); cut != from) {
        const std::int64_t stop = std::min(to, cut + element_bytes);
        move_part(index, from, stop, place);
        from = stop;
    }
    const std::int64_t whole_end = std::max(from, begin_of_element(to));
    if (from < whole_end) {
        move_elements(piece, from, whole_end, place);
        if (piece.elements->codec.quantizer.is_on()) quantize(piece, from, whole_end, place);
    }
    if (whole_end < to) move_part(index, whole_end, to, place);
}

void Mover::move_elements(const Piece& piece, std::int64_t from, std::int64_t to,
                          const FileBuffer& place) {
    const std::int64_t element_bytes = piece.elements->codec.external_bytes;
    if (place.form == FileBuffer::Form::packed) {
        move_packed(piece, from, to, place);
        return;
    }
    if (piece.elements->memory->rows() != nullptr) {
        move_batches(piece, from, to, place);
        return;
    }
    piece.file.visit(from, to, [&](const region::RunGroup& group) {
        std::byte* external = place.data + (group.offset - place.origin);
        std::int64_t element = group.memory / element_bytes;
        if (group.run == element_bytes) {
            move_row(piece, element, group.count, external, group.pitch);
            return;
        }
        const std::int64_t row = group.run / element_bytes;
        if (group.count > 1 && group.run <= longest_short_run) {
            move_short_rows(piece, element, external, {group.run, group.pitch, group.count});
            return;
        }
        for (std::int64_t i = 0; i < group.count; ++i, element += row, external += group.pitch) {
            move_row(piece, element, row, external, element_bytes);
        }
    });
}

/// Quantises whole elements of a put, which are in file form.
void Mover::quantize(const Piece& piece, std::int64_t from, std::int64_t to,
                     const FileBuffer& place) {
    const Codec& codec = piece.elements->codec;
    const std::int64_t bytes = codec.external_bytes;
    const bool is_image = place.form == FileBuffer::Form::image;
    piece.file.visit(from, to, [&](const region::RunGroup& group) {
        const std::int64_t pitch = is_image ? group.pitch : group.run;
        types::QuantizedValues values{
            .first = place.data + ((is_image ? group.offset : group.stream) - place.origin),
            .stride = bytes,
            .count = group.run / bytes,
            .number = number_of_value(codec, group.offset)};
        if (group.run == bytes) {
            values.stride = pitch;
            values.count = group.count;
            values.step = group.pitch / bytes;
            types::quantize(codec.quantizer, values);
            return;
        }
        for (std::int64_t i = 0; i < group.count; ++i) {
            types::quantize(codec.quantizer, values);
            values.first += pitch;
            values.number += group.pitch / bytes;
        }
    });
}

std::byte* Mover::room_in_memory(std::size_t index, std::int64_t from, std::int64_t to) const {
    const Piece& piece = request_.pieces[index];
    const region::Pattern& memory = *piece.elements->memory;
    const std::int64_t bytes = piece.elements->codec.external_bytes;
    if (piece.elements->codec.memory_bytes != bytes) return nullptr;
    if (from % bytes != 0 || to % bytes != 0) return nullptr;
    const std::int64_t position = piece.file.memory_of(from);
    if (position % bytes != 0) return nullptr;
    const std::int64_t first = piece.first_element + position / bytes;
    const auto place = memory.dense_part(first, first + (to - from) / bytes, bytes);
    return place ? memory_at(piece, *place) : nullptr;
}

std::byte* Mover::bytes_in_memory(std::size_t index, std::int64_t from, std::int64_t to) const {
    return is_as_in_memory(request_.pieces[index]) ? room_in_memory(index, from, to) : nullptr;
}

/// Decodes the bytes where they are. The input of kernels must not overlap their output, so a block
/// at a time is decoded from a copy, which stays in the processor's nearest cache.
void Mover::decode_in_place(std::size_t index, std::byte* room, std::int64_t bytes) {
    const Piece& piece = request_.pieces[index];
    const std::int64_t element_bytes = piece.elements->codec.external_bytes;
    if (is_as_in_memory(piece)) return;
    alignas(64) std::array<std::byte, 4096> block;
    for (std::int64_t done = 0; done < bytes; done += std::ssize(block)) {
        const std::int64_t part = std::min(bytes - done, std::ssize(block));
        std::memcpy(block.data(), room + done, static_cast<std::size_t>(part));
        convert(piece, block.data(), element_bytes, room + done, element_bytes,
                part / element_bytes);
    }
}

/// Moves rows of a few elements. They are converted together, side by side in the processor's
/// cache.
void Mover::move_short_rows(const Piece& piece, std::int64_t element, std::byte* external,
                            const ShortRuns& rows) {
    alignas(64) std::array<std::byte, 8 * longest_short_run> dense;
    const std::int64_t element_bytes = piece.elements->codec.external_bytes;
    const std::int64_t at_once = std::ssize(dense) / rows.bytes;
    for (std::int64_t done = 0; done < rows.count; done += at_once) {
        const ShortRuns some{rows.bytes, rows.pitch, std::min(at_once, rows.count - done)};
        const std::int64_t elements = some.count * rows.bytes / element_bytes;
        if (request_.direction == Direction::get) collect(dense.data(), external, some);
        move_row(piece, element, elements, dense.data(), element_bytes);
        if (request_.direction == Direction::put) spread(dense.data(), external, some);
        element += elements;
        external += some.count * rows.pitch;
    }
}

/// Moves between rows of memory and runs of the file. It takes as many short runs at a time as
/// follow each other in memory and stay in the processor's cache, because finding the row of each
/// run would take longer.
void Mover::move_batches(const Piece& piece, std::int64_t from, std::int64_t to,
                         const FileBuffer& place) {
    alignas(64) std::array<std::byte, 16 * longest_short_run> dense;
    RunBatch<16 * longest_short_run, 512> batch;
    const std::int64_t element_bytes = piece.elements->codec.external_bytes;
    const auto move_batch = [&] {
        const std::int64_t element = batch.memory() / element_bytes;
        if (request_.direction == Direction::get) batch.collect(dense.data());
        move_row(piece, element, batch.bytes() / element_bytes, dense.data(), element_bytes);
        if (request_.direction == Direction::put) batch.spread(dense.data());
        batch.clear();
    };
    piece.file.visit(from, to, [&](const region::RunGroup& group) {
        for (std::int64_t i = 0; i < group.count; ++i) {
            const std::int64_t memory = group.memory + i * group.run;
            std::byte* const external =
                place.data + (group.offset + i * group.pitch - place.origin);
            if (batch.add(external, group.run, memory)) continue;
            if (!batch.empty()) move_batch();
            if (!batch.add(external, group.run, memory))
                move_row(piece, memory / element_bytes, group.run / element_bytes, external,
                         element_bytes);
        }
    });
    if (!batch.empty()) move_batch();
}

/// A nest's stream lies in memory as in the file; that of other shapes has to be followed.
void Mover::move_packed(const Piece& piece, std::int64_t from, std::int64_t to,
                        const FileBuffer& place) {
    const std::int64_t element_bytes = piece.elements->codec.external_bytes;
    if (piece.file.nest() != nullptr) {
        move_row(piece, from / element_bytes, (to - from) / element_bytes,
                 place.data + (from - place.origin), element_bytes);
        return;
    }
    piece.file.visit(from, to, [&](const region::RunGroup& group) {
        move_row(piece, group.memory / element_bytes, group.run * group.count / element_bytes,
                 place.data + (group.stream - place.origin), element_bytes);
    });
}

void Mover::move_row(const Piece& piece, std::int64_t element, std::int64_t count,
                     std::byte* external, std::int64_t stride) {
    const std::int64_t memory_bytes = piece.elements->codec.memory_bytes;
    const region::Pattern& memory = *piece.elements->memory;
    element += piece.first_element;
    if (memory.is_dense(memory_bytes)) {
        convert(piece, external, stride,
                memory_at(piece, memory.displacement() + element * memory_bytes), memory_bytes,
                count);
        return;
    }
    if (stride == memory_bytes && memory.rows() != nullptr && is_as_in_memory(piece)) {
        copy_rows(piece, element, count, external);
        return;
    }
    memory.visit(element, element + count,
                 [&](std::int64_t displacement, std::int64_t memory_stride, std::int64_t elements) {
                     convert(piece, external, stride, memory_at(piece, displacement), memory_stride,
                             elements);
                     external += elements * stride;
                 });
}

/// Copies rows, most often short ones, whose bytes are the same in memory and in the file.
void Mover::copy_rows(const Piece& piece, std::int64_t element, std::int64_t count,
                      std::byte* external) {
    const std::int64_t element_bytes = piece.elements->codec.memory_bytes;
    const bool is_put = request_.direction == Direction::put;
    piece.elements->memory->visit(
        element, element + count,
        [&](std::int64_t displacement, std::int64_t stride, std::int64_t elements) {
            std::byte* const memory = memory_at(piece, displacement);
            const std::int64_t bytes = elements * element_bytes;
            if (stride != element_bytes && elements > 1)
                convert(piece, external, element_bytes, memory, stride, elements);
            else if (is_put)
                copy_short(external, memory, bytes);
            else
                copy_short(memory, external, bytes);
            external += bytes;
        });
}

void Mover::convert(const Piece& piece, std::byte* external, std::int64_t external_stride,
                    std::byte* memory, std::int64_t memory_stride, std::int64_t count) {
    const auto elements = static_cast<std::size_t>(count);
    const types::Kernels& kernels = *piece.elements->codec.kernels;
    const bool in_range =
        request_.direction == Direction::put
            ? kernels.encode(external, external_stride, memory, memory_stride, elements,
                             piece.elements->codec.fill.data())
            : kernels.decode(memory, memory_stride, external, external_stride, elements);
    if (in_range) return;
    all_in_range_ = false;
    // Threads may move several pieces of an access.
    if (piece.out_of_range != nullptr)
        std::atomic_ref(*piece.out_of_range).store(true, std::memory_order_relaxed);
}

void Mover::move_part(std::size_t index, std::int64_t from, std::int64_t to,
                      const FileBuffer& place) {
    const Piece& piece = request_.pieces[index];
    const std::int64_t element_bytes = piece.elements->codec.external_bytes;
    const std::int64_t into = from % element_bytes;
    const std::int64_t element = piece.file.memory_of(from - into) / element_bytes;
    const bool image = place.form == FileBuffer::Form::image;
    std::byte* at = place.data + ((image ? piece.file.offset_of(from) : from) - place.origin);
    const auto bytes = static_cast<std::size_t>(to - from);
    if (request_.direction == Direction::put) {
        Element whole{};
        move_row(piece, element, 1, whole.data(), element_bytes);
        const Codec& codec = piece.elements->codec;
        if (codec.quantizer.is_on())
            types::quantize(codec.quantizer,
                            {.first = whole.data(),
                             .stride = element_bytes,
                             .count = 1,
                             .number = number_of_value(codec, piece.file.offset_of(from - into))});
        std::memcpy(at, whole.data() + into, bytes);
        return;
    }
    Element& whole = carried_[index];
    std::memcpy(whole.data() + into, at, bytes);
    if (to % element_bytes == 0) move_row(piece, element, 1, whole.data(), element_bytes);
}

}  // namespace weft::engine
