// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/restoring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/memory_pool.hpp"

namespace weft::hdf5 {

Status Restoring::restore(const stage::CopiedValues& values) {
    KeptState state;
    Status status;
    const auto& records = values.records();
    for (std::size_t i = 0; i < records.size(); ++i)
        status.keep_first(
            state.add(records[i].shape, i, [&] { return values.data_of(records[i]); }));
    status.keep_first(raise_lengths(state.lengths()));
    status.keep_first(restore_places(state));
    into_.places.growth().is_unbooked = true;
    const auto data_of = [&](KeptState::Source source) { return values.data_of(records[source]); };
    for (const auto& [name, chunk] : state.chunks()) {
        const Status known = check_chunk(name);
        status.keep_first(known);
        if (!known.ok() || !is_within(name)) continue;
        status.keep_first(into_.writer_of(name.variable).restore(name.number, chunk, data_of));
        status.keep_first(into_.places.store(alone_));
    }
    return status;
}

Status Restoring::raise_lengths(std::span<const std::int64_t> lengths) {
    model::Schema& schema = into_.schema;
    if (std::ssize(lengths) > schema.dimension_count())
        return {Code::efile, "values that a program has put are of another definition"};
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const int id = static_cast<int>(i);
        if (id == schema.record_dimension())
            schema.record_count = std::max(schema.record_count, lengths[i]);
        else if (schema.dimension(id).is_unlimited)
            schema.raise_length(id, lengths[i]);
    }
    return {};
}

Status Restoring::restore_places(KeptState& state) {
    into_.index.begin_turn();
    into_.index.reserve({}, std::ssize(state.places()));
    Status status;
    const std::map<KeptState::Name, KeptPlace> places = state.places();
    for (const auto& [name, place] : places) {
        const Status known = check_chunk(name);
        const Result<bool> is_there =
            known.ok() && is_within(name) ? is_in_place(place) : Result<bool>(false);
        status.keep_first(known);
        status.keep_first(is_there.status());
        if (!is_there.ok() || !is_there.value()) {
            state.drop_place(name);
            continue;
        }
        into_.index.enter({.variable = name.variable,
                           .number = name.number,
                           .address = place.address,
                           .bytes = place.bytes,
                           .room = place.room,
                           .filter_mask = place.filter_mask},
                          0);
        Growth& growth = into_.places.growth();
        growth.end = std::max(growth.end, place.address + place.room);
    }
    return status;
}

/// A place may be of a put that has not returned, or a power failure may have kept its bytes from
/// the file.
Result<bool> Restoring::is_in_place(const KeptPlace& place) const {
    const Result<std::int64_t> size = into_.file.size();
    if (!size.ok()) return size.status();
    if (place.address > size.value() || std::int64_t{place.room} > size.value() - place.address)
        return false;
    if (place.checksum == 0) return true;
    PooledBytes stored(place.bytes);
    const Result<std::int64_t> got = into_.file.read_at(place.address, stored);
    if (!got.ok()) return got.status();
    return got.value() == std::ssize(stored) && checksum_of_place(stored) == place.checksum;
}

Status Restoring::check_chunk(const ChunkIndex::Name& name) const {
    const bool is_variable = name.variable < into_.schema.variable_count();
    const chunks::Grid* const grid = is_variable ? into_.grid_of(name.variable) : nullptr;
    if (grid != nullptr && name.number < grid->chunk_count()) return {};
    return {Code::efile,
            fmt::format("a program has put values of chunk {} of variable {}, which is not there",
                        name.number, name.variable)};
}

/// What is beyond the lengths is of a put that has not returned.
bool Restoring::is_within(const ChunkIndex::Name& name) const {
    const std::vector<std::int64_t> shape =
        into_.schema.shape_of(into_.schema.variable(name.variable));
    const std::vector<std::int64_t> within =
        into_.grid_of(name.variable)->lengths_within(name.number, shape);
    return std::ranges::find(within, 0) == within.end();
}

}  // namespace weft::hdf5
