// SPDX-License-Identifier: BSD-3-Clause
// One access to a variable as a value: every data function of the interface becomes one.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/request/request.hpp"
#include "mpi/handles.hpp"
#include "types/types.hpp"

namespace weft::dataset {

using engine::Direction;

/// The ranks that take part. independent: the calling rank alone. collective: all ranks of the
/// file.
enum class Mode { independent, collective };

/// When an access is carried out. blocking: before the call returns. posted: by a later wait.
/// buffered: like posted, and the user's buffer may be reused when the call returns.
enum class Completion { blocking, posted, buffered };

/// The selected elements of a variable. The arrays belong to the caller and have one entry per
/// dimension (lists: `list_size` arrays).
struct Selection {
    enum class Shape { whole, element, block, strided, mapped, list, described };
    Shape shape = Shape::whole;
    const MPI_Offset* start = nullptr;
    const MPI_Offset* count = nullptr;
    const MPI_Offset* stride = nullptr;
    const MPI_Offset* imap =
        nullptr;  // memory distance between neighbours of a dimension, in elements
    std::int64_t list_size = 0;
    const MPI_Offset* const* starts = nullptr;
    const MPI_Offset* const* counts = nullptr;
    MPI_Datatype filetype{};  // described: offsets in bytes from the variable's first
};

/// The caller's memory: values of one C type, or of an MPI datatype.
struct Buffer {
    const void* address = nullptr;      // written only by gets
    std::optional<types::Memory> type;  // set: typed; not set: `count` times `datatype`
    MPI_Offset count = 0;
    MPI_Datatype datatype{};
    bool is_external = false;  // of values in the variable's external form, which nothing converts
};

struct Access {
    Direction direction = Direction::put;
    Mode mode = Mode::independent;
    Completion completion = Completion::blocking;
    int variable_id = -1;
    Selection selection;
    Buffer buffer;
    int* request_id = nullptr;  // receives the id of a posted access; may be null
};

/// The bounds of an access beside the definition.
struct AccessRules {
    bool relaxed_coordinates = true;   // start may equal the length if the count is 0
    bool has_attached_buffer = false;  // for buffered puts
};

}  // namespace weft::dataset
