// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/buffer_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "dataset/constants.hpp"
#include "dataset/element_kind.hpp"
#include "region/pattern.hpp"
#include "types/types.hpp"

namespace weft::dataset {
namespace {

using Shape = Selection::Shape;

/// The places of elements in a stream whose own places in memory are those of `stream`: imap over a
/// derived datatype.
Result<region::Pattern> composed(const region::Pattern& places, const region::Pattern& stream) {
    std::vector<region::Pattern::Part> parts;
    const auto element = std::make_shared<region::Pattern>(region::Pattern::elements({}));
    bool inside = true;
    places.visit(0, places.element_count(),
                 [&](std::int64_t place, std::int64_t stride, std::int64_t count) {
                     for (std::int64_t i = 0; i < count; ++i, place += stride) {
                         inside = inside && place >= 0 && place < stream.element_count();
                         if (!inside) return;
                         stream.visit(place, place + 1,
                                      [&](std::int64_t displacement, std::int64_t, std::int64_t) {
                                          parts.push_back({displacement, element});
                                      });
                     }
                 });
    if (!inside)
        return Status(Code::einval, "imap leads out of the buffer of bufcount and buftype");
    return region::Pattern::sequence(std::move(parts));
}

/// The bytes that a loop spans, if they can be computed: `count` (> 0) steps of `distance`.
std::optional<std::int64_t> span_of(std::int64_t count, std::int64_t distance) {
    const auto span = checked_mul(count, distance);
    if (!span || *span == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    return std::abs(*span);
}

/// The loops of imap over a block with elements, `unit` bytes (or elements) per step. An overflow
/// would lead to memory that is not the caller's.
Result<region::Pattern> mapped_pattern(const Prepared& prepared, const MPI_Offset* imap,
                                       std::int64_t unit) {
    const std::size_t rank = prepared.block.size() / 3;
    region::Loops loops(rank);
    std::optional<std::int64_t> spanned = unit;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t count = prepared.block[rank + i];
        // A dimension of one element has no steps.
        const auto distance = count == 1 ? 0 : checked_mul<std::int64_t>(imap[i], unit);
        const auto span = distance ? span_of(count, *distance) : std::nullopt;
        spanned = span ? checked_add(*spanned, *span) : std::nullopt;
        if (!spanned)
            return Status(Code::eintoverflow,
                          fmt::format("imap[{}] is {}: {} such steps lead beyond the memory that "
                                      "64 bits can address",
                                      i, imap[i], count));
        loops[i] = {count, *distance};
    }
    return region::Pattern::elements(std::move(loops));
}

/// The flexible interface: `stream` stays null for values side by side.
Status take_buffer(const Buffer& buffer, const model::Variable& variable, DecodedBuffer decoded,
                   Prepared& prepared, std::shared_ptr<const region::Pattern>& stream) {
    const bool predefined = mpi::is_predefined(buffer.datatype);
    if (buffer.count == count_ignore && !predefined) {
        return {Code::einval, "NC_COUNT_IGNORE needs a predefined MPI datatype"};
    }
    if (buffer.count < 0 && buffer.count != count_ignore)
        return {Code::einval, fmt::format("bufcount {}", buffer.count)};
    if (buffer.count == count_ignore)
        decoded = mpi::decode(buffer.datatype, prepared.element_count);
    if (!decoded->ok()) return decoded->status();
    const mpi::DecodedDatatype& type = decoded->value();
    if (type.pattern.element_count() != prepared.element_count) {
        return {Code::eiomismatch,
                fmt::format("variable '{}': the buffer has {} elements, but the selection {}",
                            variable.name, type.pattern.element_count(), prepared.element_count)};
    }
    if (prepared.element_count == 0) return {};
    const auto memory = memory_of(type.kind, variable.type);
    if (!memory) return {Code::eunsptetype, "no variable can hold values of this MPI datatype"};
    prepared.memory = *memory;
    const bool dense =
        type.pattern.is_dense(type.element_bytes) && type.pattern.displacement() == 0;
    if (!dense)
        stream = std::make_shared<const region::Pattern>(std::move(*decoded).value().pattern);
    return {};
}

}  // namespace

DecodedBuffer decoded(const Buffer& buffer) {
    if (buffer.type || mpi::is_null(buffer.datatype)) return std::nullopt;
    // An ignored or invalid count still leaves the type of the elements.
    return mpi::decode(buffer.datatype, std::max<MPI_Offset>(buffer.count, 0));
}

Status place_in_memory(const Definition& definition, const Access& access, DecodedBuffer decoded,
                       Prepared& prepared) {
    const Buffer& buffer = access.buffer;
    const model::Variable& variable = definition.variable(access.variable_id);
    // The buffer is only written to by gets.
    prepared.address = static_cast<std::byte*>(const_cast<void*>(buffer.address));
    prepared.memory = buffer.type.value_or(types::natural_memory(variable.type));
    prepared.converted = buffer.is_external;
    std::shared_ptr<const region::Pattern> stream;
    if (decoded) {
        // By contract a buffer without elements is no access; no other rank takes part.
        if (buffer.count == 0 &&
            (access.mode == Mode::independent || access.completion != Completion::blocking)) {
            prepared.element_count = 0;
            return {};
        }
        const Status status = take_buffer(buffer, variable, std::move(decoded), prepared, stream);
        if (!status.ok() || prepared.element_count == 0) return status;
    }
    if (prepared.element_count == 0) return {};
    if (buffer.address == nullptr && stream == nullptr) {
        return {Code::einval, fmt::format("variable '{}': the buffer is NULL", variable.name)};
    }
    const std::int64_t memory_bytes = types::size_of(prepared.memory);
    const bool mapped = access.selection.shape == Shape::mapped &&
                        access.selection.imap != nullptr && !variable.dimension_ids.empty();
    if (!mapped) {
        if (stream != nullptr) prepared.irregularities().memory = std::move(stream);
        return {};
    }
    Result<region::Pattern> places =
        mapped_pattern(prepared, access.selection.imap, stream == nullptr ? memory_bytes : 1);
    if (places.ok() && stream != nullptr) places = composed(places.value(), *stream);
    if (!places.ok()) return places.status();
    prepared.irregularities().memory =
        std::make_shared<const region::Pattern>(std::move(places).value());
    return {};
}

}  // namespace weft::dataset
