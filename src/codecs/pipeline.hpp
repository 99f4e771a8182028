// SPDX-License-Identifier: BSD-3-Clause
// The filters of HDF5, through which a chunk goes on its way to the file (encode) and back
// (decode): bytes in memory to bytes in memory, without libhdf5 and its lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/storage.hpp"

namespace weft::codecs {

using model::Filter;
using model::filter_name;

namespace filter_id = model::filter_id;

/// The memory that one thread keeps between chunks: buffers, and the codecs' state, at most a small
/// multiple of the largest chunk. It serves any number of pipelines, one call at a time.
class Scratch {
public:
    Scratch();
    ~Scratch();
    Scratch(Scratch&& other) noexcept;
    Scratch& operator=(Scratch&& other) noexcept;

    struct State;  ///< the codecs' own
    State& state() { return *state_; }

private:
    std::unique_ptr<State> state_;
};

struct ChunkForm {
    std::int64_t element_bytes = 1;
    std::int64_t chunk_bytes = 0;  ///< of a whole chunk, before any filter
};

/// The filters of one variable, in the order in which they are applied to a chunk that is written.
/// Any number of threads may use a pipeline at the same time, each with a scratch of its own.
class Pipeline {
public:
    /// A pipeline without filters: the stored bytes are the chunk.
    Pipeline() : Pipeline({}, {}) {}
    Pipeline(std::vector<Filter> filters, ChunkForm form);

    [[nodiscard]] const std::vector<Filter>& filters() const { return filters_; }
    [[nodiscard]] ChunkForm form() const { return form_; }

    /// Whether libhdf5 has to decode the chunks: n-bit or scale-offset is among the filters.
    [[nodiscard]] bool needs_hdf5() const;

    /// Whether `decode` and `encode` can undo and apply the filter with this index; if not, the
    /// failure names it, and says why. n-bit and scale-offset cannot.
    [[nodiscard]] Status can_decode(std::size_t index) const;
    [[nodiscard]] Status can_encode(std::size_t index) const;
    /// Like the above for all filters; the failure is that of the first filter that fails.
    [[nodiscard]] Status can_decode() const;
    [[nodiscard]] Status can_encode() const;

    /// Undoes the filters, the last one first, from the bytes of a chunk in the file to the chunk,
    /// `chunk.size() == form().chunk_bytes`. A bit of `filter_mask` is set if the filter with this
    /// index was not applied to this chunk. Any bytes may be `stored`, but none of `chunk`: what is
    /// damaged is `Code::efilter`, with a message that names the filter, and then the chunk has no
    /// meaning.
    [[nodiscard]] Status decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                                std::span<std::byte> chunk, Scratch& scratch) const;

    /// Whether libhdf5's filters decode exactly these stored bytes to a whole chunk (see
    /// hdf5_filters.hpp). libhdf5 must not be asked to decode others. A failure is one of `decode`.
    [[nodiscard]] Status check_for_hdf5(std::uint32_t filter_mask,
                                        std::span<const std::byte> stored, Scratch& scratch) const;

    /// The room that `encode` needs for its result.
    [[nodiscard]] std::int64_t encoded_limit() const;

    /// Applies the filters to a chunk, but for those whose bit is set, and returns how many bytes
    /// of `stored`, which has at least `encoded_limit()`, it has filled. A filter that does not
    /// make a chunk smaller is applied all the same, because many readers look at no mask.
    [[nodiscard]] Result<std::int64_t> encode(std::uint32_t filter_mask,
                                              std::span<const std::byte> chunk,
                                              std::span<std::byte> stored, Scratch& scratch) const;

private:
    std::vector<Filter> filters_;
    ChunkForm form_;
};

}  // namespace weft::codecs
