// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/error_handlers.hpp"

#include <cstdio>
#include <map>
#include <mutex>

namespace weft::mpiio {
namespace {

struct Handlers {
    std::mutex guard;
    ErrorHandler usual;
    std::map<MPI_Errhandler, MPI_File_errhandler_function*> functions;
};

Handlers& handlers() {
    static auto& only = *new Handlers;
    return only;
}

}  // namespace

ErrorHandler default_handler() {
    const std::lock_guard lock(handlers().guard);
    return handlers().usual;
}

void set_default_handler(const ErrorHandler& handler) {
    const std::lock_guard lock(handlers().guard);
    handlers().usual = handler;
}

void note_handler(MPI_Errhandler handle, MPI_File_errhandler_function* function) {
    const std::lock_guard lock(handlers().guard);
    handlers().functions.insert_or_assign(handle, function);
}

ErrorHandler handler_of(MPI_Errhandler handle) {
    const std::lock_guard lock(handlers().guard);
    const auto found = handlers().functions.find(handle);
    return {handle, found == handlers().functions.end() ? nullptr : found->second};
}

int raise(const ErrorHandler& handler, MPI_File file, int code, const std::string& sentence) {
    if (handler.handle == MPI_ERRORS_ARE_FATAL) {
        std::fprintf(stderr, "MPI-IO (Weft): %s\n", sentence.c_str());
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    if (handler.function != nullptr) handler.function(&file, &code);
    return code;
}

int raise(const ErrorHandler& handler, MPI_File file, const Error& error) {
    if (error.ok()) return MPI_SUCCESS;
    return raise(handler, file, error.error_class(), error.sentence());
}

}  // namespace weft::mpiio
