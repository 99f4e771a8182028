// SPDX-License-Identifier: BSD-3-Clause
// Posting an access: nothing is done but checks and keeping a description (paper 3). The values of
// bput, and of small puts, are copied.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "engine/request/mover.hpp"

namespace weft::dataset {
namespace {

/// True when `memory` holds values that `external` cannot, so that a post must look at them.
bool may_overflow(types::External external, types::Memory memory) {
    return memory != types::natural_memory(external);
}

/// Programs refill one buffer of up to so many bytes between posts.
constexpr std::int64_t small_put_bytes = 4096;

Status out_of_range() {
    return {Code::erange, "a value does not fit its target type"};
}

}  // namespace

/// The values of a put as one stream, whose `bytes` are counted in file form.
engine::Request Dataset::stream_of(const Prepared& prepared, std::int64_t& bytes) const {
    engine::Piece piece{
        .file = {}, .elements = make_elements(prepared), .address = prepared.address};
    bytes = prepared.element_count * piece.elements->codec.external_bytes;
    piece.file = region::Nest(0, bytes, {});
    engine::Request request;
    request.pieces.push_back(std::move(piece));
    return request;
}

/// The values of a put in file form, packed in the order of the stream. ERANGE when one had to be
/// replaced.
Status Dataset::convert(const Prepared& prepared, std::byte* values) const {
    if (prepared.irregular == nullptr || prepared.irregular->memory == nullptr) {
        const engine::Codec codec = codec_of(prepared);
        const bool in_range = codec.kernels->encode(
            values, codec.external_bytes, prepared.address, codec.memory_bytes,
            static_cast<std::size_t>(prepared.element_count), codec.fill.data());
        return in_range ? Status() : out_of_range();
    }
    std::int64_t bytes = 0;
    const engine::Request request = stream_of(prepared, bytes);
    engine::Mover mover(request);
    mover.move(0, 0, bytes, {.data = values, .origin = 0, .form = engine::Place::Form::packed});
    return mover.all_in_range() ? Status() : out_of_range();
}

/// From now on the put's values are those in file form.
void Dataset::use_converted(Prepared& prepared, std::byte* values) {
    prepared.address = values;
    if (prepared.irregular != nullptr) prepared.irregular->memory = nullptr;
    prepared.converted = true;
}

/// The contract has iput report values out of range at the post, so it looks at them where the
/// types allow any.
Status Dataset::check_range(const Prepared& prepared) const {
    const types::External external = schema_.variable(prepared.variable_id).type;
    if (prepared.direction == Direction::get || !may_overflow(external, prepared.memory)) return {};
    constexpr std::int64_t bytes_at_once = 32 << 10;
    std::array<std::byte, bytes_at_once> scratch;
    std::int64_t bytes = 0;
    const engine::Request request = stream_of(prepared, bytes);
    engine::Mover mover(request);
    for (std::int64_t done = 0; done < bytes; done += bytes_at_once) {
        mover.move(0, done, std::min(done + bytes_at_once, bytes),
                   {.data = scratch.data(), .origin = done, .form = engine::Place::Form::packed});
    }
    return mover.all_in_range() ? Status() : out_of_range();
}

std::int64_t Dataset::bytes_in_file(const Prepared& prepared) const {
    return prepared.element_count * types::size_of(schema_.variable(prepared.variable_id).type);
}

/// By the smaller of its two forms: a program that refills its buffer thinks of memory, PnetCDF of
/// what the values become.
bool Dataset::is_small_put(const Prepared& prepared) const {
    if (prepared.direction == Direction::get) return false;
    const int smaller = std::min(types::size_of(prepared.memory),
                                 types::size_of(schema_.variable(prepared.variable_id).type));
    return prepared.element_count <= small_put_bytes / smaller;
}

Status Dataset::check_attached_room(std::int64_t bytes) const {
    const std::int64_t left = *requests_.attached_bytes - requests_.used_bytes();
    if (bytes <= left) return {};
    return {Code::einsuffbuf,
            fmt::format("{} bytes are needed, {} are left in the attached buffer", bytes, left)};
}

Status Dataset::post(const Access& access, Prepared prepared) {
    if (access.request_id != nullptr) *access.request_id = request_ids::none;
    const bool buffered = access.completion == Completion::buffered;
    if (prepared.element_count == 0) return {};
    Pending pending;
    Status status;
    const std::int64_t bytes = bytes_in_file(prepared);
    if (buffered) {
        status = check_attached_room(bytes);
        if (!status.ok()) return status;
        pending.buffered_bytes = bytes;
    }
    if (buffered || is_small_put(prepared)) {
        pending.values = requests_.room(bytes);
        status = convert(prepared, pending.values.get());
        use_converted(prepared, pending.values.get());
    } else {
        status = check_range(prepared);
    }
    pending.prepared = std::move(prepared);
    const int id = requests_.add(std::move(pending));
    if (access.request_id != nullptr) *access.request_id = id;
    return status;
}

Status Dataset::attach_buffer(std::int64_t bytes) {
    if (bytes <= 0) return {Code::enullbuf, fmt::format("a buffer of {} bytes", bytes)};
    if (requests_.attached_bytes) return {Code::eprevattachbuf, "a buffer is attached already"};
    requests_.attached_bytes = bytes;
    return {};
}

Status Dataset::detach_buffer() {
    if (!requests_.attached_bytes) return {Code::enullabuf, "no buffer is attached"};
    if (requests_.used_bytes() > 0) return {Code::ependingbput, "bput requests are pending"};
    requests_.attached_bytes.reset();
    return {};
}

}  // namespace weft::dataset
