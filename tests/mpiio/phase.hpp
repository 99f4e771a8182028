// SPDX-License-Identifier: BSD-3-Clause
// Some accesses of all ranks through one view each, by one call. Every rank plans for all of them.
#pragma once

#include <string>
#include <vector>

#include "file_model.hpp"
#include "transfers.hpp"
#include "views.hpp"

namespace mpiio {

enum class Seek { none, set, current, end };

struct Access {
    std::int64_t offset = 0;  // in etypes
    Seek seek = Seek::none;   // how the pointer gets there
    std::int64_t seek_by = 0;
    Datatype memory;
    int count = 0;
    bool at_bottom = false;  // the memory is named by its address, from MPI_BOTTOM

    [[nodiscard]] std::int64_t bytes() const { return memory.size() * count; }
    /// Where in memory the byte lies that is the `index`th of the view's data.
    [[nodiscard]] std::int64_t place(std::int64_t index, bool is_external) const;
    [[nodiscard]] std::string text() const;
};

struct Phase {
    const Call* call = nullptr;
    bool is_external = false;                   // values lie in the file in external32
    std::vector<View> views;                    // by rank
    std::vector<std::vector<Access>> accesses;  // by rank, equally many
    std::uint64_t seed = 0;                     // of what is written

    /// The value that a rank writes.
    [[nodiscard]] unsigned char value(int rank, std::size_t access, std::int64_t index) const;
    [[nodiscard]] std::string text(int rank) const;
};

/// Ranks write nothing in common.
Phase plan_writes(Random& random, const std::vector<Call>& calls, int ranks, const Place& place);

/// Ranks read what they like, also beyond the end.
Phase plan_reads(Random& random, const std::vector<Call>& calls, int ranks, const Place& place,
                 const FileModel& file);

/// Returns whether no byte was written by two ranks.
bool apply_writes(const Phase& phase, FileModel& file);

}  // namespace mpiio
