// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/error.hpp"

namespace weft::mpiio {
namespace {

int class_of(Code code) {
    switch (code) {
        case Code::noerr:
            return MPI_SUCCESS;
        case Code::enoent:
            return MPI_ERR_NO_SUCH_FILE;
        case Code::eexist:
            return MPI_ERR_FILE_EXISTS;
        case Code::eaccess:
            return MPI_ERR_ACCESS;
        case Code::ebad_file:
            return MPI_ERR_BAD_FILE;
        case Code::eperm:
            return MPI_ERR_READ_ONLY;
        case Code::eno_space:
            return MPI_ERR_NO_SPACE;
        case Code::equota:
            return MPI_ERR_QUOTA;
        case Code::enomem:
            return MPI_ERR_NO_MEM;
        case Code::einval:
        case Code::eintoverflow:
            return MPI_ERR_ARG;
        case Code::einval_omode:
            return MPI_ERR_AMODE;
        case Code::emultidefine:
        case Code::emultidefine_omode:
        case Code::emultidefine_fnc_args:
            return MPI_ERR_NOT_SAME;
        case Code::enotsupport:
            return MPI_ERR_UNSUPPORTED_OPERATION;
        case Code::efile:
        case Code::eread:
        case Code::ewrite:
            return MPI_ERR_IO;
        default:
            return MPI_ERR_OTHER;
    }
}

}  // namespace

Error::Error(const Status& status)
    : class_(class_of(status.code())), sentence_(presentable(status.context())) {}

}  // namespace weft::mpiio
