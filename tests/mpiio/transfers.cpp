// SPDX-License-Identifier: BSD-3-Clause
#include "transfers.hpp"

namespace mpiio {

namespace {

std::vector<Call> writes_at_an_offset() {
    return {
        {"write_at", true, true, false, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_write_at(t.file, t.offset, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iwrite_at", true, true, false, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iwrite_at(t.file, t.offset, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"write_at_all", true, true, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_write_at_all(t.file, t.offset, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iwrite_at_all", true, true, true, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iwrite_at_all(t.file, t.offset, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"write_at_all_begin", true, true, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status*) {
             return MPI_File_write_at_all_begin(t.file, t.offset, t.memory, t.count, t.type);
         },
         [](const Transfer& t, MPI_Status* status) {
             return MPI_File_write_at_all_end(t.file, t.memory, status);
         }},
    };
}

std::vector<Call> writes_at_the_pointer() {
    return {
        {"write", true, false, false, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_write(t.file, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iwrite", true, false, false, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iwrite(t.file, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"write_all", true, false, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_write_all(t.file, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iwrite_all", true, false, true, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iwrite_all(t.file, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"write_all_begin", true, false, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status*) {
             return MPI_File_write_all_begin(t.file, t.memory, t.count, t.type);
         },
         [](const Transfer& t, MPI_Status* status) {
             return MPI_File_write_all_end(t.file, t.memory, status);
         }},
    };
}

std::vector<Call> reads_at_an_offset() {
    return {
        {"read_at", false, true, false, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_read_at(t.file, t.offset, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iread_at", false, true, false, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iread_at(t.file, t.offset, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"read_at_all", false, true, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_read_at_all(t.file, t.offset, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iread_at_all", false, true, true, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iread_at_all(t.file, t.offset, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"read_at_all_begin", false, true, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status*) {
             return MPI_File_read_at_all_begin(t.file, t.offset, t.memory, t.count, t.type);
         },
         [](const Transfer& t, MPI_Status* status) {
             return MPI_File_read_at_all_end(t.file, t.memory, status);
         }},
    };
}

std::vector<Call> reads_at_the_pointer() {
    return {
        {"read", false, false, false, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_read(t.file, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iread", false, false, false, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iread(t.file, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"read_all", false, false, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status* status) {
             return MPI_File_read_all(t.file, t.memory, t.count, t.type, status);
         },
         nullptr},
        {"iread_all", false, false, true, true,
         [](const Transfer& t, MPI_Request* request, MPI_Status*) {
             return MPI_File_iread_all(t.file, t.memory, t.count, t.type, request);
         },
         nullptr},
        {"read_all_begin", false, false, true, false,
         [](const Transfer& t, MPI_Request*, MPI_Status*) {
             return MPI_File_read_all_begin(t.file, t.memory, t.count, t.type);
         },
         [](const Transfer& t, MPI_Status* status) {
             return MPI_File_read_all_end(t.file, t.memory, status);
         }},
    };
}

}  // namespace

const std::vector<Call>& all_calls() {
    static const std::vector<Call> calls = [] {
        std::vector<Call> made;
        for (const auto& table : {writes_at_an_offset(), writes_at_the_pointer(),
                                  reads_at_an_offset(), reads_at_the_pointer()}) {
            made.insert(made.end(), table.begin(), table.end());
        }
        return made;
    }();
    return calls;
}

}  // namespace mpiio
