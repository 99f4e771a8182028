// SPDX-License-Identifier: BSD-3-Clause
#include "codecs/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "codecs/codec.hpp"
#include "codecs/hdf5_filters.hpp"
#include "codecs/scratch_state.hpp"

namespace weft::codecs {
namespace {

/// The largest number of filters: that of the bits in a mask, and HDF5's limit.
constexpr std::size_t most_filters = 32;
/// Lengths of chunks, and what is stored of them, have 32 bits in files and in the codecs.
constexpr std::int64_t longest_chunk = std::numeric_limits<std::uint32_t>::max();

std::string title(const Filter& filter) {
    const std::string name = filter_name(filter.id);
    return fmt::format("filter {}{}", filter.id, name.empty() ? "" : fmt::format(" ({})", name));
}

/// A failure with the name of the filter in front of the reason.
Status failure_of(const Filter& filter, const Status& status) {
    return {status.code(), fmt::format("{}: {}", title(filter), status.context())};
}

Status why_not(const Filter& filter) {
    if (belongs_to_hdf5(filter))
        return {Code::enofilter, fmt::format("{}: only libhdf5 has it", title(filter))};
    const Codec* const codec = find_codec(filter.id);
    if (codec == nullptr)
        return {Code::enofilter,
                fmt::format("{}: it is not among the filters that Weft has", title(filter))};
    if (codec->check == nullptr) return {};
    const Status checked = codec->check(filter);
    return checked.ok() ? Status() : failure_of(filter, checked);
}

/// A limit that no compressor's output of a chunk exceeds.
std::size_t limit_of_compressed(std::size_t chunk_bytes) {
    return std::min<std::size_t>(2 * chunk_bytes + 4096, longest_chunk);
}

/// The way of a chunk through the filters in one call. Filters with a bit in the mask are left out.
class Way {
public:
    Way(const std::vector<Filter>& filters, ChunkForm form, std::uint32_t filter_mask)
        : filters_(filters), form_(form), filter_mask_(filter_mask) {}

    [[nodiscard]] bool has(std::size_t index) const {
        return index < filters_.size() &&
               (index >= most_filters || (filter_mask_ >> index & 1U) == 0);
    }

    /// Whether the call is possible; `can` judges one filter.
    template <class Can>
    [[nodiscard]] Status check(std::size_t chunk_bytes, Can can) const {
        if (form_.chunk_bytes > longest_chunk)
            return {Code::ebadchunk, fmt::format("a chunk has {} bytes; Weft takes no more than {}",
                                                 form_.chunk_bytes, longest_chunk)};
        if (std::cmp_not_equal(chunk_bytes, form_.chunk_bytes))
            return {Code::ebadchunk, fmt::format("a buffer of {} bytes is not a chunk of {}",
                                                 chunk_bytes, form_.chunk_bytes)};
        Status first;
        for (std::size_t i = 0; i < filters_.size(); ++i)
            if (has(i)) first.keep_first(can(i));
        return first;
    }

    /// The number of bytes that enter each filter that is applied, and that leave the last one;
    /// empty behind a filter whose result has any length. All filters have codecs, or are
    /// libhdf5's.
    [[nodiscard]] std::vector<std::optional<std::size_t>> lengths() const {
        std::vector<std::optional<std::size_t>> lengths{form_.chunk_bytes};
        for (std::size_t i = 0; i < filters_.size(); ++i) {
            std::optional<std::size_t> length = lengths.back();
            const Codec* const codec = has(i) ? find_codec(filters_[i].id) : nullptr;
            if (has(i) && belongs_to_hdf5(filters_[i])) length = std::nullopt;
            if (length && codec != nullptr && !codec->keeps_length)
                length = codec->adds ? std::optional(*length + *codec->adds) : std::nullopt;
            lengths.push_back(length);
        }
        return lengths;
    }

    /// The number of filters up to the last one of libhdf5; 0: there is none.
    [[nodiscard]] std::size_t end_of_hdf5() const {
        std::size_t count = filters_.size();
        while (count > 0 && !(has(count - 1) && belongs_to_hdf5(filters_[count - 1]))) --count;
        return count;
    }

    /// Whether none of the filters [0, index) is applied.
    [[nodiscard]] bool begins_with(std::size_t index) const {
        for (std::size_t i = 0; i < index; ++i)
            if (has(i)) return false;
        return true;
    }

    /// Whether all filters from `index` on work in place.
    [[nodiscard]] bool stays_in_place_from(std::size_t index) const {
        for (std::size_t i = index; i < filters_.size(); ++i)
            if (has(i) && !find_codec(filters_[i].id)->adds) return false;
        return true;
    }

    /// The most that `encode` makes of a chunk on the way through the filters [0, count).
    [[nodiscard]] std::size_t limit_behind(std::size_t count) const {
        auto bytes = static_cast<std::size_t>(form_.chunk_bytes);
        for (std::size_t i = 0; i < count; ++i) {
            const Codec* const codec = has(i) ? find_codec(filters_[i].id) : nullptr;
            if (codec == nullptr) continue;
            bytes += codec->adds.value_or(0);
            if (codec->encoded_limit != nullptr) bytes = codec->encoded_limit(bytes);
        }
        return bytes;
    }

    /// Undoes the filters but for the first `kept`. The result may be in `chunk`, or in the
    /// scratch.
    [[nodiscard]] Result<std::span<const std::byte>> undo_behind(std::size_t kept,
                                                                 std::span<const std::byte> stored,
                                                                 std::span<std::byte> chunk,
                                                                 Scratch& scratch) const {
        const auto chunk_bytes = static_cast<std::size_t>(form_.chunk_bytes);
        if (std::cmp_greater(stored.size(), longest_chunk))
            return damaged(fmt::format("a chunk of {} bytes is stored as {}, which is too many",
                                       chunk_bytes, stored.size()));
        const auto before = lengths();
        std::span<const std::byte> bytes = stored;
        for (std::size_t i = filters_.size(); i-- > kept;) {
            if (!has(i)) continue;
            const Codec& codec = *find_codec(filters_[i].id);
            std::span<std::byte> to;
            if (begins_with(i) && !codec.adds)
                to = chunk;
            else if (!codec.adds)
                to = scratch.state().buffer_beside(
                    bytes, before[i].value_or(limit_of_compressed(chunk_bytes)));
            const auto result = codec.decode({filters_[i], form_, bytes, to, scratch.state()});
            if (!result.ok()) return failure_of(filters_[i], result.status());
            bytes = result.value();
            if (before[i] && bytes.size() != *before[i])
                return failure_of(filters_[i],
                                  damaged(fmt::format("its bytes decode to {}, and not to {}",
                                                      bytes.size(), *before[i])));
        }
        return bytes;
    }

private:
    const std::vector<Filter>& filters_;
    ChunkForm form_;
    std::uint32_t filter_mask_;
};

}  // namespace

Scratch::Scratch() : state_(std::make_unique<State>()) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&& other) noexcept = default;
Scratch& Scratch::operator=(Scratch&& other) noexcept = default;

Pipeline::Pipeline(std::vector<Filter> filters, ChunkForm form)
    : filters_(std::move(filters)), form_(form) {}

bool Pipeline::needs_hdf5() const {
    return std::ranges::any_of(filters_, belongs_to_hdf5);
}

Status Pipeline::can_decode(std::size_t index) const {
    if (index >= most_filters)
        return {Code::enofilter, fmt::format("a chunk has {} filters, and HDF5 allows {}",
                                             filters_.size(), most_filters)};
    return why_not(filters_[index]);
}

Status Pipeline::can_encode(std::size_t index) const {
    const Status decoded = can_decode(index);
    if (!decoded.ok()) return decoded;
    const Filter& filter = filters_[index];
    if (find_codec(filter.id)->encode == nullptr)
        return {Code::enofilter, fmt::format("{}: Weft only reads it", title(filter))};
    return {};
}

Status Pipeline::can_decode() const {
    Status first;
    for (std::size_t i = 0; i < filters_.size(); ++i) first.keep_first(can_decode(i));
    return first;
}

Status Pipeline::can_encode() const {
    Status first;
    for (std::size_t i = 0; i < filters_.size(); ++i) first.keep_first(can_encode(i));
    return first;
}

Status Pipeline::decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                        std::span<std::byte> chunk, Scratch& scratch) const {
    const Way way(filters_, form_, filter_mask);
    const Status checked = way.check(chunk.size(), [this](std::size_t i) { return can_decode(i); });
    if (!checked.ok()) return checked;
    const auto undone = way.undo_behind(0, stored, chunk, scratch);
    if (!undone.ok()) return undone.status();
    const std::span<const std::byte> bytes = undone.value();
    if (bytes.size() != chunk.size())
        return damaged(fmt::format("a chunk of {} bytes is stored as {}, without a filter",
                                   chunk.size(), bytes.size()));
    if (bytes.data() != chunk.data() && !chunk.empty())
        std::memcpy(chunk.data(), bytes.data(), chunk.size());
    return {};
}

Status Pipeline::check_for_hdf5(std::uint32_t filter_mask, std::span<const std::byte> stored,
                                Scratch& scratch) const {
    const Way way(filters_, form_, filter_mask);
    const std::size_t end = way.end_of_hdf5();
    if (end == 0) {
        std::vector<std::byte> chunk(static_cast<std::size_t>(form_.chunk_bytes));
        return decode(filter_mask, stored, chunk, scratch);
    }
    const Filter& filter = filters_[end - 1];
    const auto chunk_bytes = static_cast<std::size_t>(form_.chunk_bytes);
    const Status checked = way.check(chunk_bytes, [&](std::size_t i) {
        if (i >= end) return can_decode(i);
        // The result of libhdf5's filter is as long as a chunk, so the filters before it must keep
        // the length.
        if (i + 1 == end || filters_[i].id == filter_id::shuffle) return Status();
        return failure_of(filter, damaged(fmt::format("it is behind {}", title(filters_[i]))));
    });
    if (!checked.ok()) return checked;
    const auto undone = way.undo_behind(end, stored, {}, scratch);
    if (!undone.ok()) return undone.status();
    const Status its = codecs::check_for_hdf5(filter, form_, undone.value());
    return its.ok() ? its : failure_of(filter, its);
}

std::int64_t Pipeline::encoded_limit() const {
    const std::size_t limit = Way(filters_, form_, 0).limit_behind(filters_.size());
    return std::max(static_cast<std::int64_t>(limit), form_.chunk_bytes);
}

Result<std::int64_t> Pipeline::encode(std::uint32_t filter_mask, std::span<const std::byte> chunk,
                                      std::span<std::byte> stored, Scratch& scratch) const {
    const Way way(filters_, form_, filter_mask);
    const Status checked = way.check(chunk.size(), [this](std::size_t i) { return can_encode(i); });
    if (!checked.ok()) return checked;
    if (std::cmp_less(stored.size(), encoded_limit()))
        return Status{Code::einsuffbuf,
                      fmt::format("a buffer of {} bytes is given for what can become {}",
                                  stored.size(), encoded_limit())};
    std::span<const std::byte> bytes = chunk;
    for (std::size_t i = 0; i < filters_.size(); ++i) {
        if (!way.has(i)) continue;
        const std::span<std::byte> to =
            way.stays_in_place_from(i + 1)
                ? stored
                : scratch.state().buffer_beside(bytes, way.limit_behind(i + 1));
        const Codec& codec = *find_codec(filters_[i].id);
        const auto result = codec.encode({filters_[i], form_, bytes, to, scratch.state()});
        if (!result.ok()) return failure_of(filters_[i], result.status());
        bytes = result.value();
    }
    if (bytes.data() != stored.data() && !bytes.empty())
        std::memcpy(stored.data(), bytes.data(), bytes.size());
    return static_cast<std::int64_t>(bytes.size());
}

}  // namespace weft::codecs
