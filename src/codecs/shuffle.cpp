// SPDX-License-Identifier: BSD-3-Clause
// Shuffle: the first bytes of all elements, then the second ones, ... Bytes behind the last whole
// element stay where they are.
#include <fmt/format.h>

#include <cstring>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"
#include "codecs/shuffle_loops.hpp"

namespace weft::codecs {
namespace {

Status check_shuffle(const Filter& filter) {
    if (!filter.parameters.empty() && filter.parameters[0] == 0)
        return {Code::enofilter, "its elements have no bytes"};
    return {};
}

using Move = void (*)(const std::uint8_t* from, Elements elements, std::uint8_t* to);

Result<std::span<const std::byte>> move_bytes(const Work& work, Move move_elements) {
    const std::size_t bytes = work.from.size();
    if (bytes > work.to.size()) return too_many_bytes(work);
    const std::size_t element_bytes =
        work.parameter(0, static_cast<std::uint32_t>(work.form.element_bytes));
    const std::size_t count = bytes / element_bytes;
    if (count > 0) move_elements(bytes_of(work.from), {element_bytes, count}, bytes_of(work.to));
    const std::size_t rest = bytes - count * element_bytes;
    if (rest > 0) std::memcpy(work.to.data() + bytes - rest, work.from.data() + bytes - rest, rest);
    return std::span<const std::byte>(work.to.first(bytes));
}

Result<std::span<const std::byte>> unshuffle(const Work& work) {
    return move_bytes(work, unshuffle_elements);
}

Result<std::span<const std::byte>> shuffle(const Work& work) {
    return move_bytes(work, shuffle_elements);
}

}  // namespace

const Codec shuffle_codec{.id = filter_id::shuffle,
                          .check = check_shuffle,
                          .decode = unshuffle,
                          .encode = shuffle,
                          .keeps_length = true};

}  // namespace weft::codecs
