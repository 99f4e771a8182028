// SPDX-License-Identifier: BSD-3-Clause
//
// SHAPE-OPTIONS-WAY: carries out a plan. WAY: collective or independent calls.

#include "plan.h"

static plan it;
static bool is_collective;
static MPI_File file;

static void check(int status, const char* what) {
    workload_require(status == MPI_SUCCESS, what);
}

workload_extent workload_prepare(const workload_case* which) {
    it = plan_of(which);
    is_collective = plan_is_collective(which);
    if (it.file_type != MPI_DATATYPE_NULL) MPI_Type_commit(&it.file_type);
    MPI_Type_commit(&it.memory_type);
    return it.extent;
}

int64_t workload_file_word(int64_t memory_word) {
    return it.file_word(memory_word);
}

void workload_create(const char* path) {
    check(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                        &file),
          "open");
}

void workload_open(const char* path) {
    check(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), "open");
}

// Timed with the calls: some take the view apart here, others in the first call.
static void set_view(void) {
    if (it.remake != NULL) it.remake(&it);
    if (it.file_type == MPI_DATATYPE_NULL) return;
    check(MPI_File_set_view(file, it.displacement, it.etype, it.file_type, "native", MPI_INFO_NULL),
          "set_view");
}

void workload_write(const uint32_t* memory) {
    set_view();
    for (int64_t call = 0; call < it.calls; ++call, memory += it.step_words) {
        const MPI_Offset at = it.first + call * it.step;
        check((is_collective ? MPI_File_write_at_all : MPI_File_write_at)(
                  file, at, memory, it.memory_count, it.memory_type, MPI_STATUS_IGNORE),
              "write");
    }
}

void workload_read(uint32_t* memory) {
    set_view();
    for (int64_t call = 0; call < it.calls; ++call, memory += it.step_words) {
        const MPI_Offset at = it.first + call * it.step;
        check((is_collective ? MPI_File_read_at_all : MPI_File_read_at)(
                  file, at, memory, it.memory_count, it.memory_type, MPI_STATUS_IGNORE),
              "read");
    }
}

void workload_close(void) {
    check(MPI_File_close(&file), "close");
}

int64_t workload_data_offset(void) {
    return 0;
}

void workload_release(void) {
    plan_release(&it);
}
