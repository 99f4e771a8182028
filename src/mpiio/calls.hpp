// SPDX-License-Identifier: BSD-3-Clause
// The functions that the generated functions call. All return an MPI error code, and have called
// the file's error handler if it is not MPI_SUCCESS.
#pragma once

#include "mpiio/handles.hpp"
#include "mpiio/mpi_file.hpp"
#include "mpiio/next.hpp"

#define WEFT_EXPORTED extern "C" __attribute__((visibility("default")))
/// The second name of a function (PMPI_...), which MPI's Fortran functions and tools call.
#define WEFT_PROFILED(name) \
    extern "C" decltype(name) P##name __attribute__((alias(#name), visibility("default")));

namespace weft::mpiio {

inline constexpr Direction put = Direction::put;
inline constexpr Direction get = Direction::get;

/// The file pointer of a call.
enum class Pointer { at, individual, shared };
inline constexpr Pointer at = Pointer::at;
inline constexpr Pointer individual = Pointer::individual;
inline constexpr Pointer shared = Pointer::shared;

enum class How { alone, together };
inline constexpr How alone = How::alone;
inline constexpr How together = How::together;

/// A function that moves data.
struct DataCall {
    const char* name;
    Direction direction;
    Pointer pointer;
    How how;
};

inline Buffer memory(const void* address, std::int64_t count, MPI_Datatype datatype) {
    return {const_cast<void*>(address), count, datatype};  // puts only read it
}

// Functions for data. `offset`: for calls with an explicit offset.

int blocking(const DataCall& call, ProgramFile& open, MPI_Offset offset, const Buffer& memory,
             MPI_Status* status);
int posted(const DataCall& call, ProgramFile& open, MPI_Offset offset, const Buffer& memory,
           MPI_Request* request);
/// `end`: the function that ends the split collective.
int begun(const DataCall& call, ProgramFile& open, MPI_Offset offset, const Buffer& memory,
          const char* end);
int ended(const char* name, ProgramFile& open, const void* buffer, MPI_Status* status);

// The file.

int set_size(ProgramFile& open, MPI_Offset bytes);
int preallocate(ProgramFile& open, MPI_Offset bytes);
int get_size(ProgramFile& open, MPI_Offset* bytes);
int get_group(ProgramFile& open, MPI_Group* group);
int get_amode(ProgramFile& open, int* amode);
int set_info(ProgramFile& open, MPI_Info info);
int get_info(ProgramFile& open, MPI_Info* info);
int set_atomicity(ProgramFile& open, int flag);
int get_atomicity(ProgramFile& open, int* flag);
int sync(ProgramFile& open);

// Functions for the view of a file, and for its file pointers.

int set_view(ProgramFile& open, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
             const char* representation, MPI_Info info);
int get_view(ProgramFile& open, MPI_Offset* displacement, MPI_Datatype* etype,
             MPI_Datatype* filetype, char* representation);
int get_type_extent(ProgramFile& open, MPI_Datatype datatype, std::int64_t& bytes);
template <class Bytes>  // MPI_Aint, or MPI_Count
int get_type_extent(ProgramFile& open, MPI_Datatype datatype, Bytes* extent) {
    std::int64_t bytes = 0;
    const int code = get_type_extent(open, datatype, bytes);
    if (code == MPI_SUCCESS) *extent = bytes;
    return code;
}
int seek(ProgramFile& open, MPI_Offset offset, int whence);
int seek_shared(ProgramFile& open, MPI_Offset offset, int whence);
int get_position(ProgramFile& open, MPI_Offset* offset);
int get_position_shared(ProgramFile& open, MPI_Offset* offset);
int get_byte_offset(ProgramFile& open, MPI_Offset offset, MPI_Offset* bytes);

}  // namespace weft::mpiio
