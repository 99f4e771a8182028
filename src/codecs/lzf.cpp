// SPDX-License-Identifier: BSD-3-Clause
// LZF, the filter of h5py. The format is small enough to be read here: a control byte below 32 says
// that one byte more than its value follows as it is; another one that bytes are repeated, two more
// than its upper three bits say (7: and as many as the next byte says), from a distance of one more
// than its lower five bits and the next byte say.
#include <cstring>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

constexpr const char* ends_in_run = "its bytes end within a run";

/// Repeats bytes, which may overlap with their repetition.
void repeat(std::byte* to, std::size_t distance, std::size_t count) {
    const std::byte* const from = to - distance;
    if (distance >= count)
        std::memcpy(to, from, count);
    else
        for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

Result<std::span<const std::byte>> decode_lzf(const Work& work) {
    const auto* const from = bytes_of(work.from);
    const std::size_t from_bytes = work.from.size();
    std::size_t at = 0;
    std::size_t done = 0;
    while (at < from_bytes) {
        const unsigned control = from[at++];
        const bool is_repetition = control >= 32;
        std::size_t count = is_repetition ? (control >> 5) + 2 : control + 1;
        if (is_repetition && control >> 5 == 7) {
            if (at == from_bytes) return damaged(ends_in_run);
            count += from[at++];
        }
        if (from_bytes - at < (is_repetition ? 1 : count)) return damaged(ends_in_run);
        if (work.to.size() - done < count) return too_many_bytes(work);
        if (is_repetition) {
            const std::size_t distance = ((control & 31U) << 8 | from[at++]) + 1;
            if (distance > done) return damaged("it repeats bytes from before the first");
            repeat(work.to.data() + done, distance, count);
        } else {
            std::memcpy(work.to.data() + done, from + at, count);
            at += count;
        }
        done += count;
    }
    return std::span<const std::byte>(work.to.first(done));
}

}  // namespace

const Codec lzf_codec{.id = filter_id::lzf, .decode = decode_lzf};

}  // namespace weft::codecs
