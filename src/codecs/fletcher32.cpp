// SPDX-License-Identifier: BSD-3-Clause
// Fletcher's checksum of 32 bits, in the four bytes behind what it is of.
//
// HDF5 sums words of 16 bits, big-endian, and a last odd byte as the upper half of a word. Sums
// modulo 65535 do not mind in which order the bytes of all words are: swapping them multiplies each
// word, and so each sum, by 256. So the words are summed as they lie in memory, and the sums are
// swapped.
#include <bit>
#include <cstring>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

constexpr std::uint64_t modulus = 65535;
constexpr std::size_t checksum_bytes = 4;
/// How many words are added before the sums are reduced: the second sum stays below 2^63.
constexpr std::size_t words_between_reductions = std::size_t{1} << 20;

/// HDF5's sums reach 65535, and are zero only for bytes that are all zero.
std::uint32_t reduced(std::uint64_t sum) {
    return sum == 0 ? 0 : static_cast<std::uint32_t>((sum - 1) % modulus + 1);
}

std::uint32_t swapped(std::uint32_t word) {
    return (word & 0xff) << 8 | word >> 8;
}

struct Sums {
    std::uint64_t plain = 0;
    std::uint64_t weighted = 0;

    void add(std::uint64_t word) {
        plain += word;
        weighted += plain;
    }
};

std::uint16_t word_at(const std::byte* at) {
    std::uint16_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if constexpr (std::endian::native == std::endian::big)
        word = static_cast<std::uint16_t>(word << 8 | word >> 8);
    return word;
}

std::uint32_t fletcher32(std::span<const std::byte> bytes) {
    Sums sums;
    const std::size_t words = bytes.size() / 2;
    for (std::size_t begin = 0; begin < words; begin += words_between_reductions) {
        const std::size_t end = std::min(words, begin + words_between_reductions);
        std::size_t i = begin;
        for (; i + 4 <= end; i += 4) {
            const std::byte* const at = bytes.data() + 2 * i;
            const std::uint64_t a = word_at(at);
            const std::uint64_t b = word_at(at + 2);
            const std::uint64_t c = word_at(at + 4);
            const std::uint64_t d = word_at(at + 6);
            sums.weighted += 4 * sums.plain + 4 * a + 3 * b + 2 * c + d;
            sums.plain += a + b + c + d;
        }
        for (; i < end; ++i) sums.add(word_at(bytes.data() + 2 * i));
        sums = {reduced(sums.plain), reduced(sums.weighted)};
    }
    if (bytes.size() % 2 != 0) sums.add(std::to_integer<std::uint64_t>(bytes.back()));
    return swapped(reduced(sums.weighted)) << 16 | swapped(reduced(sums.plain));
}

/// Versions of HDF5 before 1.6.3 summed words as they lay in memory.
std::uint32_t as_old_versions(std::uint32_t checksum) {
    return swapped(checksum >> 16) << 16 | swapped(checksum & 0xffff);
}

Result<std::span<const std::byte>> check_fletcher32(const Work& work) {
    if (work.from.size() < checksum_bytes) return damaged("its bytes end before the checksum");
    const auto bytes = work.from.first(work.from.size() - checksum_bytes);
    std::uint32_t stored = 0;
    for (std::size_t i = checksum_bytes; i-- > 0;)
        stored = stored << 8 | std::to_integer<std::uint32_t>(work.from[bytes.size() + i]);
    const std::uint32_t checksum = fletcher32(bytes);
    if (stored != checksum && stored != as_old_versions(checksum))
        return damaged("the checksum of its bytes is another one than is stored with them");
    return bytes;
}

Result<std::span<const std::byte>> append_fletcher32(const Work& work) {
    const std::size_t bytes = work.from.size();
    std::uint32_t checksum = fletcher32(work.from);
    if (work.to.data() != work.from.data() && bytes > 0)
        std::memcpy(work.to.data(), work.from.data(), bytes);
    for (std::size_t i = 0; i < checksum_bytes; ++i, checksum >>= 8)
        work.to[bytes + i] = static_cast<std::byte>(checksum & 0xff);
    return std::span<const std::byte>(work.to.first(bytes + checksum_bytes));
}

}  // namespace

const Codec fletcher32_codec{.id = filter_id::fletcher32,
                             .decode = check_fletcher32,
                             .encode = append_fletcher32,
                             .adds = checksum_bytes};

}  // namespace weft::codecs
