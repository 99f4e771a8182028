// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/variable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/checked.hpp"
#include "hdf5/books/edge.hpp"
#include "hdf5/books/failure.hpp"
#include "hdf5/books/strings.hpp"
#include "hdf5/books/types.hpp"

namespace weft::hdf5 {
namespace {

using Lengths = std::array<hsize_t, H5S_MAX_RANK>;

/// A filter mask.
constexpr std::uint32_t no_filter = ~std::uint32_t{0};

/// By these reasons libhdf5 says that a chunk is not there, which has no other sign.
constexpr std::array<std::string_view, 2> absent = {"chunk address isn't defined",
                                                    "storage is not initialized"};

bool is_absent(std::string_view reason) {
    return std::ranges::any_of(
        absent, [&](std::string_view one) { return reason.find(one) != std::string_view::npos; });
}

std::int64_t bytes_of_chunk(std::span<const std::int64_t> chunk, std::int64_t element_bytes) {
    std::optional<std::int64_t> bytes = element_bytes;
    for (const std::int64_t length : chunk) {
        bytes = checked_mul(*bytes, length);
        if (!bytes) throw Failure({Code::ebadchunk, "a chunk is longer than 2^63 bytes"});
    }
    return *bytes;
}

codecs::Pipeline pipeline_of(hid_t dataset, codecs::ChunkForm form) {
    return {filters_of(dataset), form};
}

std::int64_t element_count(std::span<const std::int64_t> lengths) {
    std::int64_t count = 1;
    for (const std::int64_t length : lengths) count *= length;
    return count;
}

/// How many places from `start` on, `stride` apart, are before `end`.
std::int64_t places_before(std::int64_t end, std::int64_t start, std::int64_t stride) {
    return start >= end ? 0 : (end - start - 1) / stride + 1;
}

/// Whether an element of a block of `lengths`, by its number, is in one of `shorter` lengths.
bool is_within(std::int64_t element, std::span<const std::int64_t> lengths,
               std::span<const std::int64_t> shorter) {
    for (std::size_t i = lengths.size(); i-- > 0; element /= lengths[i])
        if (element % lengths[i] >= shorter[i]) return false;
    return true;
}

}  // namespace

codecs::Scratch Scratches::take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (free_.empty()) return {};
    codecs::Scratch scratch = std::move(free_.back());
    free_.pop_back();
    return scratch;
}

void Scratches::give_back(codecs::Scratch scratch) {
    const std::lock_guard<std::mutex> lock(mutex_);
    free_.push_back(std::move(scratch));
}

Variable::Variable(DatasetHandle dataset, DriverState& state)
    : dataset_(std::move(dataset)),
      state_(state),
      type_(checked(H5Dget_type(dataset_), "it has no type")),
      extents_(extents_of(dataset_)),
      chunk_(chunk_of(dataset_)),
      has_plain_edges_(has_plain_edges(dataset_)) {
    const auto element_bytes = static_cast<std::int64_t>(H5Tget_size(type_));
    chunk_bytes_ = bytes_of_chunk(chunk_, element_bytes);
    pipeline_ =
        pipeline_of(dataset_, {.element_bytes = element_bytes, .chunk_bytes = chunk_bytes_});
}

/// libhdf5 looks for a chunk and reads it; the driver notes where, and reads nothing. Other ways to
/// ask walk over the whole index each time.
StoredChunk Variable::find_one(std::span<const std::int64_t> place) {
    Lengths offset{};
    for (std::size_t i = 0; i < chunk_.size(); ++i) {
        const auto begin = checked_mul(place[i], chunk_[i]);
        if (!begin || *begin >= extents_.lengths[i]) return {};  // no longer, or not yet
        offset[i] = static_cast<hsize_t>(*begin);
    }
    std::array<std::byte, 1> nothing{};
    std::uint32_t mask = 0;
    state_.begin_noting();
    const herr_t read = H5Dread_chunk(dataset_, H5P_DEFAULT, offset.data(), &mask, nothing.data());
    const DriverState::Noted noted = state_.end_noting();
    if (read < 0) {
        if (is_absent(reason_of_libhdf5())) return {};
        fail("a chunk cannot be found");
    }
    if (noted.address < 0) return {};
    // The index does not say of such a chunk that it has gone through no filter.
    if (has_plain_edges_ && is_cut(place)) mask = no_filter;
    return {.address = noted.address, .bytes = noted.bytes, .filter_mask = mask};
}

/// By the end of a dimension.
bool Variable::is_cut(std::span<const std::int64_t> place) const {
    for (std::size_t i = 0; i < chunk_.size(); ++i)
        if (chunk_[i] > extents_.lengths[i] - place[i] * chunk_[i]) return true;
    return false;
}

Code Variable::find(std::span<const std::int64_t> places, std::span<StoredChunk> found,
                    Sink& why) noexcept {
    return with_libhdf5(why, [&] {
        const std::size_t rank = chunk_.size();
        for (std::size_t i = 0; i < found.size(); ++i) {
            found[i] = find_one(places.subspan(i * rank, rank));
            const bool is_plain = pipeline_.filters().empty();
            if (is_plain && found[i].address >= 0 && found[i].bytes != chunk_bytes_)
                throw Failure({Code::ehdferr,
                               fmt::format("a chunk of {} bytes without filters is stored as {}",
                                           chunk_bytes_, found[i].bytes)});
        }
    });
}

Code Variable::count_stored(std::int64_t& bytes, Sink& why) noexcept {
    return with_libhdf5(why,
                        [&] { bytes = static_cast<std::int64_t>(H5Dget_storage_size(dataset_)); });
}

Code Variable::check_decoding(Sink& why) noexcept {
    return at_edge(why, [&] {
        if (!pipeline_.needs_hdf5()) return throw_unless_ok(pipeline_.can_decode());
        for (const codecs::Filter& filter : pipeline_.filters()) {
            if (H5Zfilter_avail(filter.id) > 0) continue;
            throw Failure(
                {Code::enofilter, fmt::format("filter {} ({}) beside one that only libhdf5 has",
                                              filter.id, codecs::filter_name(filter.id))});
        }
    });
}

Code Variable::decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                      std::span<std::byte> chunk, Sink& why) noexcept {
    return at_edge(why, [&] {
        codecs::Scratch scratch = scratches_.take();
        const Status decoded = pipeline_.decode(filter_mask, stored, chunk, scratch);
        scratches_.give_back(std::move(scratch));
        throw_unless_ok(decoded);
    });
}

/// What lies beyond the dataset's end stays as it was.
Code Variable::read(std::span<const std::int64_t> place, std::span<std::byte> chunk,
                    Sink& why) noexcept {
    return with_libhdf5(why, [&] {
        const int rank = static_cast<int>(chunk_.size());
        Lengths whole{};
        Lengths start{};
        Lengths count{};
        const Lengths from_start{};
        for (std::size_t i = 0; i < chunk_.size(); ++i) {
            const std::int64_t begin = place[i] * chunk_[i];
            whole[i] = static_cast<hsize_t>(chunk_[i]);
            start[i] = static_cast<hsize_t>(begin);
            count[i] = static_cast<hsize_t>(std::min(chunk_[i], extents_.lengths[i] - begin));
        }
        const SpaceHandle in_file(H5Dget_space(dataset_));
        const SpaceHandle in_memory(H5Screate_simple(rank, whole.data(), nullptr));
        checked(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                    nullptr),
                "a chunk cannot be chosen");
        checked(H5Sselect_hyperslab(in_memory, H5S_SELECT_SET, from_start.data(), nullptr,
                                    count.data(), nullptr),
                "a chunk cannot be chosen");
        checked(H5Dread(dataset_, type_, in_memory, in_file, H5P_DEFAULT, chunk.data()),
                "a chunk cannot be read");
    });
}

std::vector<std::string> Variable::stored_strings(const StringBlock& block) const {
    const std::vector<hsize_t> first(block.start.begin(), block.start.end());
    const std::vector<hsize_t> counts(block.count.begin(), block.count.end());
    const std::vector<hsize_t> steps(block.stride.begin(), block.stride.end());
    const auto total = static_cast<hsize_t>(element_count(block.count));
    if (total == 0) return {};
    const SpaceHandle in_file(H5Dget_space(dataset_));
    const SpaceHandle in_memory(H5Screate_simple(1, &total, nullptr));
    if (!counts.empty())
        checked(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, first.data(), steps.data(),
                                    counts.data(), nullptr),
                "strings cannot be chosen");
    return hdf5::read_strings(type_, total, [&](hid_t type, void* memory) {
        return H5Dread(dataset_, type, in_memory, in_file, H5P_DEFAULT, memory);
    });
}

Code Variable::read_strings(std::span<const std::int64_t> start,
                            std::span<const std::int64_t> count,
                            std::span<const std::int64_t> stride, Sink& strings,
                            Sink& why) noexcept {
    return with_libhdf5(why, [&] {
        if (H5Tget_class(type_) != H5T_STRING)
            throw Failure({Code::ebadtype, "its values are not strings"});
        StringBlock block{.start = start, .count = {count.begin(), count.end()}, .stride = stride};
        for (std::size_t i = 0; i < count.size(); ++i)
            block.count[i] =
                std::min(count[i], places_before(extents_.lengths[i], start[i], stride[i]));
        const std::vector<std::string> stored = stored_strings(block);
        auto next = stored.begin();
        for (std::int64_t i = 0; i < element_count(count); ++i) {
            const bool is_there = is_within(i, count, block.count);
            const std::string text = is_there ? *next++ : std::string();
            give(strings, std::string_view(text.c_str(), text.size() + 1));
        }
    });
}

}  // namespace weft::hdf5
