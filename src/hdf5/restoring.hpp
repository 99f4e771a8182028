// SPDX-License-Identifier: BSD-3-Clause
// Puts into a file what a program that was killed had kept for it (kept_records.hpp).
#pragma once

#include <functional>
#include <span>
#include <utility>

#include "base/result.hpp"
#include "chunks/grid.hpp"
#include "hdf5/chunk_index.hpp"
#include "hdf5/chunk_places.hpp"
#include "hdf5/chunk_writer.hpp"
#include "hdf5/kept_records.hpp"
#include "model/schema.hpp"
#include "mpi/comm.hpp"
#include "stage/copied_values.hpp"
#include "storage/file.hpp"

namespace weft::hdf5 {

/// Of an open file, which only this rank has. All references outlive it.
class Restoring {
public:
    struct Into {
        model::Schema& schema;
        ChunkIndex& index;
        ChunkPlaces& places;
        storage::File& file;
        std::function<const chunks::Grid*(int variable)> grid_of;  // null: it is an array
        std::function<ChunkWriter&(int variable)> writer_of;
    };

    Restoring(Into into, mpi::CommView alone) : into_(std::move(into)), alone_(alone) {}

    /// Goes as far as possible: the first failure is returned. The books are still to be made.
    Status restore(const stage::CopiedValues& values);

private:
    Status raise_lengths(std::span<const std::int64_t> lengths);
    Status restore_places(KeptState& state);
    [[nodiscard]] Result<bool> is_in_place(const KeptPlace& place) const;
    [[nodiscard]] Status check_chunk(const ChunkIndex::Name& name) const;
    [[nodiscard]] bool is_within(const ChunkIndex::Name& name) const;

    Into into_;
    mpi::CommView alone_;
};

}  // namespace weft::hdf5
