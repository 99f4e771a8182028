// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_references.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::hdf5 {
namespace {

/// Nobody has decided on filters for an array of which nothing is stored. Its fill values become
/// few bytes by this one, which every reader has.
const std::vector<model::Filter>& filters_for_nothing() {
    static const std::vector<model::Filter> filters = {
        {.id = model::filter_id::deflate, .parameters = {1}}};
    return filters;
}

const std::vector<model::Filter>& filters_in_references(const DescribedStorage& storage) {
    const bool has_none = storage.form.layout == model::Storage::Layout::contiguous;
    return has_none ? filters_for_nothing() : storage.form.filters;
}

}  // namespace

ChunkReferences::ChunkReferences(StoredFile& file, std::size_t number,
                                 const DescribedVariable& variable, const chunks::Grid& grid)
    : References(grid.chunk(), filters_in_references(variable.storage)),
      file_(file),
      number_(number),
      described_(variable),
      grid_(grid) {}

Status ChunkReferences::failure(const Status& status) const {
    return {status.code(), fmt::format("variable '{}': {}", described_.name, status.context())};
}

/// `variable`: null if the file has no chunks of it.
Status ChunkReferences::find(StoredVariable* variable, std::span<const std::int64_t> places,
                             std::span<StoredChunk> found) const {
    if (variable == nullptr) {
        std::ranges::fill(found, StoredChunk());
        return {};
    }
    Text why;
    const Status status = why.status(variable->find(places, found, why));
    return status.ok() ? status : failure(status);
}

Status ChunkReferences::visit(const Use& use) {
    std::unique_ptr<StoredVariable> variable;
    const Result<std::int64_t> file_bytes = file_.bytes().size();
    if (!file_bytes.ok()) return file_bytes.status();
    if (described_.storage.form.layout == model::Storage::Layout::chunked) {
        auto opened = file_.open(described_.object);
        if (!opened.ok()) return opened.status();
        variable = std::move(opened).value();
    }
    constexpr std::int64_t at_a_time = 4096;
    const std::size_t rank = grid_.rank();
    for (std::int64_t first = 0; first < grid_.chunk_count(); first += at_a_time) {
        const auto count =
            static_cast<std::size_t>(std::min(at_a_time, grid_.chunk_count() - first));
        std::vector<std::int64_t> places(count * rank);
        const auto place_of = [&](std::size_t i) {
            return std::span(places).subspan(i * rank, rank);
        };
        for (std::size_t i = 0; i < count; ++i)
            grid_.place_of(first + static_cast<std::int64_t>(i), place_of(i));
        std::vector<StoredChunk> found(count);
        Status status = find(variable.get(), places, found);
        for (std::size_t i = 0; i < count && status.ok(); ++i) {
            const StoredChunk& its = found[i];
            const Kind kind = kind_of(place_of(i), its);
            if (kind == Kind::stored && its.address > file_bytes.value() - its.bytes)
                return failure({Code::ehdferr,
                                fmt::format("the {} bytes of a chunk at {} are beyond the end of "
                                            "the file",
                                            its.bytes, its.address)});
            status = use({.place = place_of(i),
                          .kind = kind,
                          .file = number_,
                          .offset = its.address,
                          .bytes = its.bytes});
        }
        if (!status.ok()) return status;
    }
    return {};
}

/// Whether the chunk has values behind the variable's own end (beyond.hpp).
bool ChunkReferences::reaches_beyond(std::span<const std::int64_t> place) const {
    const std::vector<std::int64_t>& lengths = described_.storage.lengths;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::int64_t end = std::min((place[i] + 1) * grid_.chunk()[i], grid_.length(i));
        if (end > lengths[i]) return true;
    }
    return false;
}

ChunkReferences::Kind ChunkReferences::kind_of(std::span<const std::int64_t> place,
                                               const StoredChunk& its) const {
    if (described_.storage.form.layout == model::Storage::Layout::compact) return Kind::apart;
    const bool is_missing = its.address < 0;
    // Behind the end are fill values, also where the file says nothing of one.
    if (reaches_beyond(place) && !(is_missing && !described_.storage.fill.empty()))
        return Kind::apart;
    if (is_missing) return Kind::missing;
    const std::size_t count = described_.storage.form.filters.size();
    const bool lacks_filters =
        count > 0 && (its.filter_mask & ((std::uint64_t{1} << count) - 1)) != 0;
    return lacks_filters ? Kind::apart : Kind::stored;
}

std::vector<std::byte> ChunkReferences::fill() const {
    if (!described_.storage.fill.empty()) return described_.storage.fill;
    return std::vector<std::byte>(static_cast<std::size_t>(grid_.element_bytes()));
}

Result<std::vector<std::byte>> ChunkReferences::encode(std::span<const std::byte> chunk) const {
    if (filters().empty()) return References::encode(chunk);
    const auto coder = make_coder(filters(), grid_.element_bytes(), grid_.chunk_bytes());
    if (!coder.ok()) return failure(coder.status());
    std::vector<std::byte> stored(static_cast<std::size_t>(coder.value()->encoded_limit()));
    std::int64_t bytes = 0;
    Text why;
    const Status encoded = why.status(coder.value()->encode(chunk, stored, bytes, why));
    if (!encoded.ok()) return failure(encoded);
    stored.resize(static_cast<std::size_t>(bytes));
    return stored;
}

}  // namespace weft::hdf5
