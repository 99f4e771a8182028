// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/error_handler.hpp"

#include <cstdio>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>

#include "mpiio/last_error.hpp"
#include "mpiio/next.hpp"

namespace weft::mpiio {
namespace {

struct Handlers {
    std::mutex guard;
    ErrorHandler usual;
    std::map<MPI_Errhandler, HandlerFunction> functions;
};

Handlers& handlers() {
    static auto& only = *new Handlers;
    return only;
}

HandlerFunction function_of(MPI_Errhandler handle) {
    const std::lock_guard lock(handlers().guard);
    const auto found = handlers().functions.find(handle);
    return found == handlers().functions.end() ? HandlerFunction() : found->second;
}

/// Takes one more reference to a handler. MPI gives one with the handler of a file; the only file
/// that always exists is MPI_FILE_NULL.
MPI_Errhandler one_more(MPI_Errhandler handle) {
    static std::mutex turn;
    const std::lock_guard lock(turn);
    const auto get = next("MPI_File_get_errhandler", MPI_File_get_errhandler);
    const auto set = next("MPI_File_set_errhandler", MPI_File_set_errhandler);
    MPI_Errhandler before = MPI_ERRHANDLER_NULL;
    MPI_Errhandler reference = MPI_ERRHANDLER_NULL;
    if (get(MPI_FILE_NULL, &before) != MPI_SUCCESS) return handle;
    if (set(MPI_FILE_NULL, handle) == MPI_SUCCESS) get(MPI_FILE_NULL, &reference);
    set(MPI_FILE_NULL, before);
    MPI_Errhandler_free(&before);
    return reference == MPI_ERRHANDLER_NULL ? handle : reference;
}

bool mpi_is_running() {
    int is_over = 0;
    MPI_Finalized(&is_over);
    return is_over == 0;
}

}  // namespace

ErrorHandler::ErrorHandler(MPI_Errhandler handle) : ErrorHandler(handle, function_of(handle)) {}

ErrorHandler::ErrorHandler(MPI_Errhandler handle, const HandlerFunction& function)
    : is_kept_(function.is_any()), function_(function) {
    handle_ = is_kept_ ? one_more(handle) : handle;
}

ErrorHandler::ErrorHandler(ErrorHandler&& other) noexcept
    : handle_(other.handle_),
      is_kept_(std::exchange(other.is_kept_, false)),
      function_(other.function_) {}

ErrorHandler& ErrorHandler::operator=(ErrorHandler&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(is_kept_, other.is_kept_);
    std::swap(function_, other.function_);
    return *this;
}

ErrorHandler::~ErrorHandler() {
    if (is_kept_ && mpi_is_running()) MPI_Errhandler_free(&handle_);
}

MPI_Errhandler ErrorHandler::reference() const {
    // MPICH's own handlers are numbers without references, and MPICH 4.0 aborts if one_more() gives
    // MPI_ERRORS_ABORT to a file.
    constexpr bool counts_all = !std::is_integral_v<MPI_Errhandler>;
    return is_kept_ || counts_all ? one_more(handle_) : handle_;
}

int ErrorHandler::raise(const FileHandle& file, const Error& error) const {
    if (error.ok()) return MPI_SUCCESS;
    remember(error);
    call(file, error.error_class(), error.sentence().c_str());
    return error.error_class();
}

void ErrorHandler::raise_own(const FileHandle& file, int code) const {
    call(file, code, "MPI_File_call_errhandler was called");
}

void ErrorHandler::call(const FileHandle& file, int code, const char* sentence) const {
    if (is_fatal()) {
        std::fprintf(stderr, "MPI-IO (Weft): %s\n", sentence);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    FileHandle told = file;
    if (function_.in_c != nullptr) function_.in_c(&told.in_c, &code);
    if (function_.in_fortran != nullptr) function_.in_fortran(&told.in_fortran, &code);
}

FileHandle no_file() {
    return {MPI_FILE_NULL, next("MPI_File_c2f", MPI_File_c2f)(MPI_FILE_NULL)};
}

void note_handler(MPI_Errhandler handle, const HandlerFunction& function) {
    const std::lock_guard lock(handlers().guard);
    handlers().functions.insert_or_assign(handle, function);
}

ErrorHandler default_handler() {
    const std::lock_guard lock(handlers().guard);
    return handlers().usual.copy();
}

void set_default_handler(ErrorHandler handler) {
    const std::lock_guard lock(handlers().guard);
    handlers().usual = std::move(handler);
}

}  // namespace weft::mpiio
