// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/beyond.hpp"

#include <algorithm>
#include <cstring>

#include "types/types.hpp"

namespace weft::hdf5 {
namespace {

std::vector<std::byte> value_beyond(const DescribedVariable& variable) {
    if (!variable.storage.fill.empty()) return variable.storage.fill;
    const DescribedType& type = variable.type;
    const types::External external =
        types::external_from_number(type.number).value_or(type.foreign.base);
    const auto value = types::default_fill(external);
    const auto bytes = static_cast<std::size_t>(type.value_bytes());
    std::vector<std::byte> its(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(bytes));
    if (type.is_little_endian) std::ranges::reverse(its);
    return its;
}

/// `kept`: how many places of each dimension are in front of the end; `lengths`: of a chunk.
void set_behind(std::span<const std::int64_t> kept, std::span<const std::int64_t> lengths,
                std::span<const std::byte> value, std::span<std::byte> bytes) {
    if (std::ranges::equal(kept, lengths)) return;
    const std::size_t pitch = bytes.size() / static_cast<std::size_t>(lengths.front());
    const auto count = static_cast<std::size_t>(kept.front());
    for (std::size_t i = 0; i < count; ++i)
        set_behind(kept.subspan(1), lengths.subspan(1), value, bytes.subspan(i * pitch, pitch));
    repeat(value, bytes.subspan(count * pitch));
}

}  // namespace

/// Doubles what it has.
void repeat(std::span<const std::byte> value, std::span<std::byte> bytes) {
    if (bytes.empty()) return;
    std::ranges::copy(value, bytes.begin());
    for (std::size_t done = value.size(); done < bytes.size();) {
        const std::size_t more = std::min(done, bytes.size() - done);
        std::memcpy(bytes.data() + done, bytes.data(), more);
        done += more;
    }
}

void repeat_within(std::span<const std::int64_t> within, std::span<const std::int64_t> lengths,
                   std::span<const std::byte> value, std::span<std::byte> chunk) {
    const std::size_t pitch = chunk.size() / static_cast<std::size_t>(lengths.front());
    const auto count = static_cast<std::size_t>(within.front());
    if (std::ranges::equal(within.subspan(1), lengths.subspan(1)))
        return repeat(value, chunk.first(count * pitch));
    for (std::size_t i = 0; i < count; ++i)
        repeat_within(within.subspan(1), lengths.subspan(1), value,
                      chunk.subspan(i * pitch, pitch));
}

Beyond::Beyond(const DescribedVariable& variable, const chunks::Grid& grid)
    : grid_(grid), lengths_(variable.storage.lengths), value_(value_beyond(variable)) {}

void Beyond::set(std::int64_t number, std::span<std::byte> chunk) const {
    if (lengths_.empty()) return;
    std::vector<std::int64_t> kept(lengths_.size());
    grid_.place_of(number, kept);
    for (std::size_t i = 0; i < kept.size(); ++i)
        kept[i] =
            std::clamp<std::int64_t>(lengths_[i] - kept[i] * grid_.chunk()[i], 0, grid_.chunk()[i]);
    set_behind(kept, grid_.chunk(), value_, chunk);
}

}  // namespace weft::hdf5
