// SPDX-License-Identifier: BSD-3-Clause
// A program that writes and reads a file by every kind of call of MPI-IO, while one call of one
// rank's storage fails; and where its values belong in the file.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <string>

namespace mpiio_faults {

/// The calls in the order in which they are made. Each may be several calls, of which the first
/// failure counts.
enum Call {
    open,
    set_view,
    write_at_all,
    write_all,
    write_at,
    write,
    iwrite_at,
    iwrite_at_all,
    write_all_split,
    write_atomic,
    write_all_atomic,
    set_plain_view,
    write_shared,
    write_ordered,
    write_ordered_split,
    set_size,
    preallocate,
    sync,
    read_at_all,
    read_at,
    iread_at,
    read_all_split,
    read_shared,
    read_ordered,
    close,
    reopen,  // to append
    append,
    append_ordered,
    close_again,
    open_temporary,  // another file, which is deleted when it is closed
    close_temporary,
    call_count
};
const char* name_of(Call call);

/// The number of values that a rank moves by one call.
inline constexpr int block = 24;

inline constexpr int not_tried = -1;

/// The outcome on one rank.
struct Outcome {
    std::array<int, call_count> classes;  // MPI's error class, or not_tried
    int wrong_reads = 0;                  // which returned MPI_SUCCESS
    std::int64_t bytes_before_append = 0;
    bool is_temporary_left = false;

    [[nodiscard]] bool ok(Call call) const {
        return classes[static_cast<std::size_t>(call)] == MPI_SUCCESS;
    }
    [[nodiscard]] bool failed(Call call) const {
        return !ok(call) && classes[static_cast<std::size_t>(call)] != not_tried;
    }
};

struct Run {
    std::string path;
    std::string method;  // hint weft_method
    std::string fault;   // RANK:PLAN (tests/planned_store.hpp); "" for none
};

/// Collective.
Outcome carry_out(const Run& run);

/// The value at a place of a block.
int value_of(Call call, int rank, int place);

// The places of the blocks. Writes through the view take turns, value by value.

inline constexpr Call first_in_view = write_at_all;
inline constexpr Call last_in_view = write_all_atomic;

/// The place, counted in values, of such a write.
std::int64_t place_in_view(Call call, int rank, int rank_count, int place);
/// The beginning of the view without holes, and so of the shared pointer, counted in values.
std::int64_t shared_begin(int rank_count);
/// The sizes that set_size and preallocate ask for.
std::int64_t wanted_size(int rank_count);
std::int64_t wanted_room(int rank_count);

}  // namespace mpiio_faults
