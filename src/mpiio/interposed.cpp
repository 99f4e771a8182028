// SPDX-License-Identifier: BSD-3-Clause
// The functions of MPI-IO that make, close and name files. Files that the MPI library keeps, and
// its handles, go on to it.
#include <fmt/format.h>

#include "files/settings.hpp"
#include "mpiio/calls.hpp"
#include "mpiio/choice.hpp"
#include "mpiio/environment.hpp"
#include "mpiio/finalize.hpp"
#include "storage/path_scheme.hpp"

namespace weft::mpiio {
namespace {

bool is_ours(const char* name, const mpi::Hints& hints) {
    if (!is_served(name == nullptr ? "" : name, served_files(), hints)) return false;
    if (name == nullptr || !is_special(name)) return true;
    // Except for the names of remote files.
    return storage::is_elsewhere(files::settings_of(hints_in_force(hints)).name_of(name));
}

/// Rank 0 decides: ranks on other hosts may have other environment variables, and would wait for
/// the others in the other library.
bool is_ours(MPI_Comm comm, const char* name, const mpi::Hints& hints) {
    int rank = 0;
    int is_inter = 1;
    const bool can_ask = comm != MPI_COMM_NULL &&
                         MPI_Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0 &&
                         MPI_Comm_rank(comm, &rank) == MPI_SUCCESS;
    int ours = rank == 0 && is_ours(name, hints) ? 1 : 0;
    if (can_ask) (void)MPI_Bcast(&ours, 1, MPI_INT, 0, comm);
    return ours != 0;
}

Error remove_unless_open(const char* name) {
    if (name != nullptr && is_open(name))
        return {MPI_ERR_FILE_IN_USE, fmt::format("'{}' is open in this process", name)};
    return WholeFile::remove(name);
}

}  // namespace
}  // namespace weft::mpiio

using namespace weft::mpiio;

WEFT_EXPORTED int MPI_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info,
                                MPI_File* fh) {
    const weft::mpi::Hints hints = weft::mpi::hints_of(info);
    if (!is_ours(comm, filename, hints))
        return next("MPI_File_open", MPI_File_open)(comm, filename, amode, info, fh);
    *fh = MPI_FILE_NULL;
    std::unique_ptr<MpiFile> file;
    const Error error = MpiFile::open(comm, filename, amode, hints, file);
    if (!error.ok()) return default_handler().raise(no_file(), error);
    watch_for_finalize();
    *fh = add(std::move(file), default_handler());
    return MPI_SUCCESS;
}
WEFT_PROFILED(MPI_File_open)

WEFT_EXPORTED int MPI_File_close(MPI_File* fh) {
    const std::unique_ptr<ProgramFile> open = take(*fh);
    if (open == nullptr) return next("MPI_File_close", MPI_File_close)(fh);
    *fh = MPI_FILE_NULL;
    return open->finish(open->file->whole.close());
}
WEFT_PROFILED(MPI_File_close)

WEFT_EXPORTED int MPI_File_delete(const char* filename, MPI_Info info) {
    if (!is_ours(filename, weft::mpi::hints_of(info)))
        return next("MPI_File_delete", MPI_File_delete)(filename, info);
    return default_handler().raise(no_file(), remove_unless_open(filename));
}
WEFT_PROFILED(MPI_File_delete)

WEFT_EXPORTED MPI_Fint MPI_File_c2f(MPI_File file) {
    const ProgramFile* const open = find(file);
    return open != nullptr ? open->handle.in_fortran : next("MPI_File_c2f", MPI_File_c2f)(file);
}
WEFT_PROFILED(MPI_File_c2f)

WEFT_EXPORTED MPI_File MPI_File_f2c(MPI_Fint file) {
    ProgramFile* const open = find(file);
    return open != nullptr ? reinterpret_cast<MPI_File>(open)
                           : next("MPI_File_f2c", MPI_File_f2c)(file);
}
WEFT_PROFILED(MPI_File_f2c)

WEFT_EXPORTED int MPI_File_create_errhandler(MPI_File_errhandler_function* function,
                                             MPI_Errhandler* errhandler) {
    const int made =
        next("MPI_File_create_errhandler", MPI_File_create_errhandler)(function, errhandler);
    if (made == MPI_SUCCESS) note_handler(*errhandler, {.in_c = function});
    return made;
}
WEFT_PROFILED(MPI_File_create_errhandler)

WEFT_EXPORTED int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
    ProgramFile* const open = find(file);
    if (errhandler == MPI_ERRHANDLER_NULL) {
        const Error refused(MPI_ERR_ARG,
                            "MPI_File_set_errhandler: the handler is MPI_ERRHANDLER_NULL");
        return open != nullptr ? open->finish(refused)
                               : default_handler().raise(no_file(), refused);
    }
    if (open != nullptr) {
        open->handler = ErrorHandler(errhandler);
        return MPI_SUCCESS;
    }
    if (file == MPI_FILE_NULL) set_default_handler(ErrorHandler(errhandler));
    return next("MPI_File_set_errhandler", MPI_File_set_errhandler)(file, errhandler);
}
WEFT_PROFILED(MPI_File_set_errhandler)

WEFT_EXPORTED int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler* errhandler) {
    const ProgramFile* const open = find(file);
    if (open == nullptr)
        return next("MPI_File_get_errhandler", MPI_File_get_errhandler)(file, errhandler);
    *errhandler = open->handler.reference();
    return MPI_SUCCESS;
}
WEFT_PROFILED(MPI_File_get_errhandler)

WEFT_EXPORTED int MPI_File_call_errhandler(MPI_File file, int errorcode) {
    const ProgramFile* const open = find(file);
    if (open == nullptr)
        return next("MPI_File_call_errhandler", MPI_File_call_errhandler)(file, errorcode);
    open->handler.raise_own(open->handle, errorcode);
    return MPI_SUCCESS;
}
WEFT_PROFILED(MPI_File_call_errhandler)
