// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/storage_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

#include "tools/part/names.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Filter;
using model::Storage;
namespace filter_id = model::filter_id;
using Layout = Storage::Layout;

/// Variables without records that are shorter are compressed only if they were, or are in chunks
/// anyway.
constexpr std::int64_t least_bytes_to_compress = 16 << 10;

bool is_compressor(const Filter& filter) {
    return filter.id != filter_id::shuffle && filter.id != filter_id::fletcher32;
}

/// The filter as the library applies it, with the parameters that programs give; empty if it does
/// not.
std::optional<Filter> written(const Filter& filter) {
    switch (filter.id) {
        case filter_id::shuffle:
        case filter_id::fletcher32:
            return Filter{.id = filter.id};
        case filter_id::deflate:
        case filter_id::zstd:
            if (filter.parameters.empty()) return std::nullopt;
            return Filter{.id = filter.id, .parameters = {filter.parameters.front()}};
        default:
            return std::nullopt;
    }
}

/// The storage of one variable.
class Planner {
public:
    Planner(const model::Schema& schema, int id, const StorageWishes& wishes)
        : schema_(schema), variable_(schema.variable(id)), wishes_(wishes) {}

    Storage storage(bool keeps, std::vector<std::string>& notes);
    /// Code::ebadchunk.
    [[nodiscard]] Status check(const Storage& storage) const;

private:
    void keep(const Storage& old, std::vector<std::string>& notes);
    void choose_chunk();
    [[nodiscard]] std::vector<std::int64_t> usual_chunk() const;
    void choose_filters();
    void remove(int id);
    void shorten_chunk();
    [[nodiscard]] bool has_records() const { return schema_.has_unlimited_dimension(variable_); }
    [[nodiscard]] bool pays() const;

    const model::Schema& schema_;
    const model::Variable& variable_;
    const StorageWishes& wishes_;
    Storage its_;
    bool was_array_wished_ = false;
};

Storage Planner::storage(bool keeps, std::vector<std::string>& notes) {
    its_.has_fill = true;
    if (keeps && variable_.storage != nullptr) keep(*variable_.storage, notes);
    if (variable_.dimension_ids.empty()) {
        its_ = {.has_fill = its_.has_fill};
        return its_;
    }
    choose_chunk();
    choose_filters();
    if (has_records() || !its_.filters.empty()) its_.layout = Layout::chunked;
    shorten_chunk();
    return its_;
}

void Planner::keep(const Storage& old, std::vector<std::string>& notes) {
    its_.has_fill = old.has_fill;
    if (old.layout != Layout::chunked) return;
    its_.layout = Layout::chunked;
    its_.chunk = old.chunk;
    for (const Filter& filter : old.filters) {
        if (auto same = written(filter)) {
            its_.filters.push_back(std::move(*same));
        } else if (!wishes_.chooses_compression()) {
            const std::string name = model::filter_name(filter.id);
            notes.push_back(fmt::format(
                "variable '{}': {} is not written, so its chunks go without (--deflate and --zstd "
                "compress them)",
                variable_.name, name.empty() ? fmt::format("filter {}", filter.id) : name));
        }
    }
}

/// The usual chunk: one record, and all of the other dimensions.
std::vector<std::int64_t> Planner::usual_chunk() const {
    std::vector<std::int64_t> chunk = schema_.shape_of(variable_);
    for (std::size_t i = 0; i < chunk.size(); ++i)
        if (schema_.dimension(variable_.dimension_ids[i]).is_unlimited || chunk[i] == 0)
            chunk[i] = 1;
    return chunk;
}

/// Chooses the chunk of the variable itself, or by its dimensions.
void Planner::choose_chunk() {
    const ChunkWishes& wishes = wishes_.chunks;
    const std::vector<std::int64_t> shape = schema_.shape_of(variable_);
    std::optional<std::vector<std::int64_t>> chunk;
    if (wishes.makes_arrays) chunk.emplace();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto& dimension = schema_.dimension(variable_.dimension_ids[i]);
        const auto found = wishes.dimensions.find(std::string(dimension.name));
        if (found == wishes.dimensions.end()) continue;
        if (!chunk || chunk->empty()) chunk = its_.chunk.empty() ? usual_chunk() : its_.chunk;
        (*chunk)[i] = found->second == 0 ? std::max<std::int64_t>(shape[i], 1) : found->second;
    }
    for (const auto& [name, lengths] : wishes.variables)
        if (&schema_.variable(find_variable(schema_, name)) == &variable_) chunk = lengths;
    if (!chunk) return;
    was_array_wished_ = chunk->empty();
    its_.layout = chunk->empty() ? Layout::contiguous : Layout::chunked;
    its_.chunk = std::move(*chunk);
}

bool Planner::pays() const {
    if (was_array_wished_ && !has_records()) return false;
    const std::int64_t bytes = model::slab_value_bytes(schema_, variable_).value();
    return has_records() || its_.layout == Layout::chunked || bytes >= least_bytes_to_compress;
}

void Planner::remove(int id) {
    std::erase_if(its_.filters, [id](const Filter& filter) { return filter.id == id; });
}

/// Chooses the filters in the order in which they are applied: shuffle, compression, checksum.
void Planner::choose_filters() {
    if (wishes_.chooses_compression()) {
        std::erase_if(its_.filters, is_compressor);
        const int level = wishes_.zstd.value_or(wishes_.deflate.value_or(0));
        if (level == 0) {
            remove(filter_id::shuffle);
        } else if (pays()) {
            const int id = wishes_.zstd ? filter_id::zstd : filter_id::deflate;
            its_.filters.push_back({.id = id, .parameters = {static_cast<std::uint32_t>(level)}});
        }
    }
    if (wishes_.shuffles && std::ranges::any_of(its_.filters, is_compressor)) {
        remove(filter_id::shuffle);
        its_.filters.push_back({.id = filter_id::shuffle});
    }
    if (wishes_.has_sums) remove(filter_id::fletcher32);
    if (wishes_.has_sums.value_or(false) && pays())
        its_.filters.push_back({.id = filter_id::fletcher32});
    std::ranges::stable_sort(its_.filters, {}, [](const Filter& filter) {
        return filter.id == filter_id::shuffle ? 0 : is_compressor(filter) ? 1 : 2;
    });
}

/// A chunk of HDF5 is not longer than a dimension that does not grow.
void Planner::shorten_chunk() {
    for (std::size_t i = 0; i < its_.chunk.size(); ++i) {
        const int dimension = variable_.dimension_ids[i];
        const std::int64_t length = std::max<std::int64_t>(schema_.length_of(dimension), 1);
        if (!schema_.dimension(dimension).is_unlimited)
            its_.chunk[i] = std::min(its_.chunk[i], length);
    }
}

Status Planner::check(const Storage& storage) const {
    if (!was_array_wished_ || storage.layout == Layout::contiguous) return {};
    if (wishes_.chunks.makes_arrays) return {};
    return {Code::ebadchunk,
            fmt::format("variable '{}' has {}, and is stored in chunks", variable_.name,
                        has_records() ? "an unlimited dimension" : "filters")};
}

}  // namespace

Status plan_storage(model::Schema& schema, const StorageWishes& wishes, bool keeps,
                    std::vector<std::string>& notes) {
    const Status known = wishes.chunks.check(schema);
    if (!known.ok()) return known;
    for (int id = 0; id < schema.variable_count(); ++id) {
        Planner planner(schema, id, wishes);
        Storage storage = planner.storage(keeps, notes);
        const Status possible = planner.check(storage);
        if (!possible.ok()) return possible;
        model::Variable& its = schema.variable(id);
        its.storage = std::make_shared<const Storage>(std::move(storage));
        if (!keeps) its.byte_order = std::endian::little;
    }
    return {};
}

}  // namespace weft::tools
