// SPDX-License-Identifier: BSD-3-Clause
// The interface of a filter to the pipeline: each filter has a file of its own with its `Codec`,
// and a row in `codec_table.cpp`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/result.hpp"
#include "codecs/pipeline.hpp"
#include "codecs/scratch_state.hpp"

namespace weft::codecs {

/// One filter's part of the work on one chunk.
struct Work {
    const Filter& filter;
    ChunkForm form;
    std::span<const std::byte> from;
    std::span<std::byte> to;  ///< where the result may be put; it overlaps with `from` in no byte
    Scratch::State& state;

    /// A parameter of the filter, or `other` if it has not so many.
    [[nodiscard]] std::uint32_t parameter(std::size_t index, std::uint32_t other) const {
        return index < filter.parameters.size() ? filter.parameters[index] : other;
    }
};

/// The bytes behind the filter: within `to`, or for a filter that `adds` bytes, within `from`. A
/// failure says what is wrong with the bytes, without the filter's name.
using Transform = Result<std::span<const std::byte>> (*)(const Work& work);

struct Codec {
    int id = 0;
    /// Whether the codec can work with these parameters. Null: it can with any.
    Status (*check)(const Filter& filter) = nullptr;
    Transform decode = nullptr;
    Transform encode = nullptr;  ///< none: chunks can only be read
    /// The number of bytes that the filter adds, if it leaves the others unchanged. Then decoding
    /// only looks at the bytes, and encoding works in place if `to` begins with `from`.
    std::optional<std::size_t> adds = std::nullopt;
    bool keeps_length = false;
    /// The most bytes that `encode` makes of so many bytes, if its result has another length.
    std::size_t (*encoded_limit)(std::size_t bytes) = nullptr;
};

/// Null, if there is none for this filter.
const Codec* find_codec(int id);

/// The failure of a codec for bytes that it cannot decode.
inline Status damaged(std::string reason) {
    return {Code::efilter, std::move(reason)};
}
Status too_many_bytes(const Work& work);

/// Converts to the pointers that C libraries take; they do not change bytes that they read.
inline const std::uint8_t* bytes_of(std::span<const std::byte> bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}
inline std::uint8_t* bytes_of(std::span<std::byte> bytes) {
    return reinterpret_cast<std::uint8_t*>(bytes.data());
}

}  // namespace weft::codecs
