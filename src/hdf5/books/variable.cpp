// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/variable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
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

/// The reasons that libhdf5 gives if a chunk does not exist, which it reports in no other way.
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

std::int64_t element_count(std::span<const std::int64_t> lengths) {
    std::int64_t count = 1;
    for (const std::int64_t length : lengths) count *= length;
    return count;
}

}  // namespace

Variable::Variable(DatasetHandle dataset, DriverState& state)
    : dataset_(std::move(dataset)),
      state_(state),
      type_(checked(H5Dget_type(dataset_), "it has no type")),
      extents_(extents_of(dataset_)) {
    const PropertiesHandle creation(H5Dget_create_plist(dataset_));
    chunk_ = chunk_of(creation);
    has_plain_edges_ = has_plain_edges(creation);
    const auto element_bytes = static_cast<std::int64_t>(H5Tget_size(type_));
    chunk_bytes_ = bytes_of_chunk(chunk_, element_bytes);
    pipeline_ = codecs::Pipeline(filters_of(creation),
                                 {.element_bytes = element_bytes, .chunk_bytes = chunk_bytes_});
}

Variable::~Variable() {
    const std::lock_guard<std::mutex> lock(libhdf5_mutex());
    type_ = TypeHandle();
    dataset_ = DatasetHandle();
}

/// Finds a chunk by letting libhdf5 look for it and read it; the driver notes the place, and reads
/// nothing. Other inquiries of libhdf5 walk over the whole index each time.
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
    // libhdf5 knows of such a chunk, and has read no bytes of it.
    if (noted.address < 0) throw Failure({Code::ehdferr, "a chunk is said to have no bytes"});
    // The index does not say of such a chunk that it has gone through no filter.
    if (has_plain_edges_ && is_cut(place)) mask = no_filter;
    return {.address = noted.address, .bytes = noted.bytes, .filter_mask = mask};
}

/// Whether the chunk reaches beyond the end of a dimension.
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
    return with_libhdf5(why, [&] {
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
        codecs::Scratch scratch = scratches_->take();
        const Status decoded = pipeline_.decode(filter_mask, stored, chunk, scratch);
        scratches_->give_back(std::move(scratch));
        throw_unless_ok(decoded);
    });
}

/// Throws Failure for a stored chunk of which libhdf5 would make values that are not in the file.
void Variable::check_for_libhdf5(std::span<const std::int64_t> place) {
    const StoredChunk found = find_one(place);
    if (found.address < 0) return;
    if (found.bytes > state_.end() || found.address > state_.end() - found.bytes)
        throw Failure(
            {Code::ehdferr, fmt::format("its {} bytes at {} are beyond the end of the file",
                                        found.bytes, found.address)});
    std::vector<std::byte> stored(static_cast<std::size_t>(found.bytes));
    if (!state_.read(found.address, stored, true)) fail("a chunk cannot be read");
    codecs::Scratch scratch = scratches_->take();
    const Status checked = pipeline_.check_for_hdf5(found.filter_mask, stored, scratch);
    scratches_->give_back(std::move(scratch));
    throw_unless_ok(checked);
}

/// Elements of `chunk` beyond the end of the dataset stay unchanged.
Code Variable::read(std::span<const std::int64_t> place, std::span<std::byte> chunk,
                    Sink& why) noexcept {
    return with_libhdf5(why, [&] {
        check_for_libhdf5(place);
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

bool Variable::is_stored(std::span<const hsize_t> element, KnownChunks& known) {
    for (std::size_t i = 0; i < element.size(); ++i)
        if (static_cast<std::int64_t>(element[i]) >= extents_.lengths[i]) return false;
    if (chunk_.empty()) return true;
    std::vector<std::int64_t> place(chunk_.size());
    for (std::size_t i = 0; i < place.size(); ++i)
        place[i] = static_cast<std::int64_t>(element[i]) / chunk_[i];
    const auto found = known.find(place);
    if (found != known.end()) return found->second;
    const bool is_there = find_one(place).address >= 0;
    known.emplace(std::move(place), is_there);
    return is_there;
}

Variable::StoredElements Variable::stored_elements(const StringBlock& block) {
    StoredElements its;
    KnownChunks known;
    const std::size_t rank = block.count.size();
    std::vector<hsize_t> element(rank);
    const std::int64_t total = element_count(block.count);
    its.are_there.reserve(static_cast<std::size_t>(total));
    for (std::int64_t number = 0; number < total; ++number) {
        std::int64_t left = number;
        for (std::size_t i = rank; i-- > 0; left /= block.count[i]) {
            const std::int64_t within = left % block.count[i];
            element[i] = static_cast<hsize_t>(block.start[i] + within * block.stride[i]);
        }
        const bool is_there = is_stored(element, known);
        its.are_there.push_back(is_there);
        its.count += is_there ? 1 : 0;
        if (is_there) its.places.insert(its.places.end(), element.begin(), element.end());
    }
    return its;
}

std::vector<std::string> Variable::stored_strings(const StringBlock& block,
                                                  const StoredElements& elements) const {
    if (elements.count == 0) return {};
    const SpaceHandle in_file(H5Dget_space(dataset_));
    const SpaceHandle in_memory(H5Screate_simple(1, &elements.count, nullptr));
    const bool is_whole = elements.count == elements.are_there.size();
    herr_t chosen = 0;
    if (!block.count.empty() && is_whole) {
        const std::vector<hsize_t> start(block.start.begin(), block.start.end());
        const std::vector<hsize_t> count(block.count.begin(), block.count.end());
        const std::vector<hsize_t> stride(block.stride.begin(), block.stride.end());
        chosen = H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), stride.data(),
                                     count.data(), nullptr);
    } else if (!block.count.empty()) {
        chosen =
            H5Sselect_elements(in_file, H5S_SELECT_SET, elements.count, elements.places.data());
    }
    checked(chosen, "strings cannot be chosen");
    return hdf5::read_strings(type_, elements.count, [&](hid_t type, void* memory) {
        return H5Dread(dataset_, type, in_memory, in_file, H5P_DEFAULT, memory);
    });
}

/// Empty, as netCDF's default, if the file has none.
std::string Variable::fill_text() const {
    const PropertiesHandle creation(H5Dget_create_plist(dataset_));
    if (!has_fill_value(creation)) return {};
    return hdf5::read_strings(
               type_, 1,
               [&](hid_t type, void* memory) { return H5Pget_fill_value(creation, type, memory); })
        .front();
}

/// libhdf5 cannot read strings of a chunk that is not there, because it would have to store the
/// fill value first.
Code Variable::read_strings(std::span<const std::int64_t> start,
                            std::span<const std::int64_t> count,
                            std::span<const std::int64_t> stride, Sink& strings,
                            Sink& why) noexcept {
    return with_libhdf5(why, [&] {
        if (H5Tget_class(type_) != H5T_STRING)
            throw Failure({Code::ebadtype, "its values are not strings"});
        const StringBlock block{.start = start, .count = count, .stride = stride};
        const StoredElements elements = stored_elements(block);
        const std::vector<std::string> stored = stored_strings(block, elements);
        const bool is_whole = elements.count == elements.are_there.size();
        const std::string fill = is_whole ? std::string() : fill_text();
        auto next = stored.begin();
        for (const bool is_there : elements.are_there) {
            const std::string& text = is_there ? *next++ : fill;
            give(strings, std::string_view(text.c_str(), text.size() + 1));
        }
    });
}

}  // namespace weft::hdf5
