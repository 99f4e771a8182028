// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_references.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hdf5/all_chunks.hpp"

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

Status ChunkReferences::visit(const Use& use) {
    std::unique_ptr<StoredVariable> variable;
    const Result<std::int64_t> file_bytes = file_.bytes().size();
    if (!file_bytes.ok()) return file_bytes.status();
    if (described_.storage.form.layout == model::Storage::Layout::chunked) {
        auto opened = file_.open(described_.object);
        if (!opened.ok()) return opened.status();
        variable = std::move(opened).value();
    }
    return visit_chunks(grid_, variable.get(), [&](const FoundChunk& one) {
        const StoredChunk& its = one.stored;
        const Kind kind = kind_of(one.place, its);
        if (kind == Kind::stored && its.address > file_bytes.value() - its.bytes)
            return failure({Code::ehdferr, fmt::format("the {} bytes of a chunk at {} are beyond "
                                                       "the end of the file",
                                                       its.bytes, its.address)});
        return use({.place = one.place,
                    .kind = kind,
                    .file = number_,
                    .offset = its.address,
                    .bytes = its.bytes});
    });
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
