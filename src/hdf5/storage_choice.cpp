// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/storage_choice.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "types/types.hpp"

namespace weft::hdf5 {
namespace {

using Layout = model::Storage::Layout;

/// The least bytes of a variable to compress: below, compression saves less than a chunk costs in
/// the books.
constexpr std::int64_t least_bytes_to_compress = 16 << 10;

/// How many bytes a chunk with records should have, each of which has so many. Few are not worth an
/// entry in the books. But a chunk with more than one record is written anew at each sync, until it
/// has all; and one that is not compressed may stay half empty in the file.
std::int64_t wanted_bytes(std::int64_t record_bytes, bool is_compressed,
                          const container::Settings& settings) {
    constexpr std::int64_t few = 4 << 10;
    const std::int64_t usual = is_compressed ? files::hint::weft_record_chunk_bytes.usual : few;
    const std::int64_t wanted =
        settings.record_chunk_bytes.value_or(record_bytes < few ? usual : record_bytes);
    return std::min(wanted, settings.chunk_bytes);
}

/// Shortens the chunk to `most_bytes`. The last dimensions stay whole as far as possible.
void shorten(std::vector<std::int64_t>& chunk, std::int64_t element_bytes,
             std::int64_t most_bytes) {
    std::int64_t bytes = element_bytes;
    for (std::size_t i = chunk.size(); i-- > 0;) {
        chunk[i] = std::clamp<std::int64_t>(most_bytes / bytes, 1, chunk[i]);
        bytes *= chunk[i];
    }
}

/// Lengthens the chunk by a factor of about `times` along the dimensions that grow, by about the
/// same factor each.
void lengthen(const model::Schema& schema, const model::Variable& variable, std::int64_t times,
              std::vector<std::int64_t>& chunk) {
    std::vector<std::size_t> growing;
    for (std::size_t i = 0; i < chunk.size(); ++i)
        if (schema.dimension(variable.dimension_ids[i]).is_unlimited) growing.push_back(i);
    if (growing.size() == 1) {
        chunk[growing.front()] = times;
        return;
    }
    for (std::size_t i = growing.size(); times > 1; times /= 2) {
        chunk[growing[--i]] *= 2;
        if (i == 0) i = growing.size();
    }
}

std::vector<std::int64_t> chunk_for(const model::Schema& schema, const model::Variable& variable,
                                    const container::Settings& settings, bool is_compressed) {
    std::vector<std::int64_t> chunk = schema.shape_of(variable);
    const bool has_records = schema.has_unlimited_dimension(variable);
    for (std::size_t i = 0; i < chunk.size(); ++i)
        if (schema.dimension(variable.dimension_ids[i]).is_unlimited || chunk[i] == 0) chunk[i] = 1;
    const int element_bytes = types::size_of(variable.type);
    shorten(chunk, element_bytes, settings.chunk_bytes);
    std::int64_t bytes = element_bytes;
    for (const std::int64_t length : chunk) bytes *= length;
    const std::int64_t wanted = wanted_bytes(bytes, is_compressed, settings);
    if (has_records && bytes < wanted) lengthen(schema, variable, wanted / bytes, chunk);
    return chunk;
}

}  // namespace

model::Storage storage_for(const model::Schema& schema, const model::Variable& variable,
                           const container::Settings& settings) {
    model::Storage storage;
    if (variable.storage != nullptr) storage = *variable.storage;
    const bool has_records = schema.has_unlimited_dimension(variable);
    const std::int64_t bytes = model::slab_value_bytes(schema, variable).value();
    const bool pays = has_records || bytes >= least_bytes_to_compress;
    const bool is_asked = variable.storage == nullptr || storage.layout == Layout::chunked;
    if (is_asked && storage.filters.empty() && pays && !variable.dimension_ids.empty())
        storage.filters = settings.filters;
    if (has_records || !storage.filters.empty()) storage.layout = Layout::chunked;
    if (storage.layout == Layout::chunked && storage.chunk.empty())
        storage.chunk = chunk_for(schema, variable, settings, !storage.filters.empty());
    return storage;
}

}  // namespace weft::hdf5
