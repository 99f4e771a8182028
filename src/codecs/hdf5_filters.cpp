// SPDX-License-Identifier: BSD-3-Clause
#include "codecs/hdf5_filters.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "codecs/codec.hpp"

namespace weft::codecs {
namespace {

/// The places of these numbers among the parameters of both filters.
constexpr std::size_t index_of_count = 2;
constexpr std::size_t index_of_bytes = 4;

/// Fails if the filter has fewer parameters than the checks here look at.
Status check_count(const Filter& filter, std::size_t least) {
    if (filter.parameters.size() >= least) return {};
    return damaged(
        fmt::format("it has {} parameters, and needs {}", filter.parameters.size(), least));
}

/// The parameters repeat how many elements a chunk has, and how long they are.
Status check_form(const Filter& filter, ChunkForm form) {
    const std::uint64_t count = filter.parameters[index_of_count];
    const std::uint64_t bytes = filter.parameters[index_of_bytes];
    if (std::cmp_equal(bytes, form.element_bytes) &&
        std::cmp_equal(count * bytes, form.chunk_bytes))
        return {};
    return damaged(
        fmt::format("its parameters are for {} elements of {} bytes, in a chunk of {} "
                    "bytes with elements of {}",
                    count, bytes, form.chunk_bytes, form.element_bytes));
}

Status check_length(std::span<const std::byte> bytes, std::uint64_t least) {
    if (bytes.size() >= least) return {};
    return damaged(fmt::format("it has {} bytes to decode, and needs {}", bytes.size(), least));
}

std::uint64_t whole_bytes(std::uint64_t bits) {
    return bits / 8 + (bits % 8 == 0 ? 0 : 1);
}

/// A header, which begins with the number of bits of each element, and these bits.
Status check_scaleoffset(const Filter& filter, ChunkForm form, std::span<const std::byte> bytes) {
    constexpr std::size_t header_bytes = 21;
    Status status = check_count(filter, index_of_bytes + 1);
    if (status.ok()) status = check_form(filter, form);
    if (status.ok()) status = check_length(bytes, header_bytes);
    if (!status.ok()) return status;
    std::uint64_t bits = 0;
    for (std::size_t i = 4; i-- > 0;) bits = bits << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    if (bits > 8 * filter.parameters[index_of_bytes])
        return damaged(fmt::format("its elements of {} bytes are said to have {} bits",
                                   filter.parameters[index_of_bytes], bits));
    return check_length(bytes,
                        header_bytes + whole_bytes(bits * filter.parameters[index_of_count]));
}

/// The bits of each element that count, without a header; or the chunk, where all of them do.
Status check_nbit(const Filter& filter, ChunkForm form, std::span<const std::byte> bytes) {
    constexpr std::uint32_t numbers = 1;  // the class of the type
    constexpr std::uint32_t others = 4;   // they are not looked into
    constexpr std::size_t index_of_precision = 6;
    constexpr std::size_t index_of_offset = 7;
    const auto chunk_bytes = static_cast<std::uint64_t>(form.chunk_bytes);
    Status status = check_count(filter, index_of_count + 1);
    if (!status.ok()) return status;
    if (const bool is_as_it_was = filter.parameters[1] != 0; is_as_it_was)
        return check_length(bytes, chunk_bytes);
    status = check_count(filter, index_of_bytes + 1);
    if (status.ok()) status = check_form(filter, form);
    if (!status.ok()) return status;
    const std::uint32_t its_class = filter.parameters[3];
    if (its_class == others) return check_length(bytes, chunk_bytes);
    if (its_class != numbers) return damaged("its parameters are not those of numbers");
    status = check_count(filter, index_of_offset + 1);
    if (!status.ok()) return status;
    const std::uint64_t bits = filter.parameters[index_of_precision];
    const std::uint64_t offset = filter.parameters[index_of_offset];
    if (bits == 0 || bits + offset > 8 * std::uint64_t{filter.parameters[index_of_bytes]})
        return damaged(
            fmt::format("its elements of {} bytes are said to have {} bits from bit {} on",
                        filter.parameters[index_of_bytes], bits, offset));
    return check_length(bytes, whole_bytes(bits * filter.parameters[index_of_count]));
}

}  // namespace

bool belongs_to_hdf5(const Filter& filter) {
    return filter.id == filter_id::nbit || filter.id == filter_id::scaleoffset;
}

Status check_for_hdf5(const Filter& filter, ChunkForm form, std::span<const std::byte> bytes) {
    return filter.id == filter_id::nbit ? check_nbit(filter, form, bytes)
                                        : check_scaleoffset(filter, form, bytes);
}

}  // namespace weft::codecs
