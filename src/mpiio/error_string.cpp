// SPDX-License-Identifier: BSD-3-Clause
// MPI_Error_string: the text of the MPI library for a code and, if this thread's last error of
// MPI-IO had it, the message of that error.
#include <algorithm>
#include <cstring>

#include "mpiio/calls.hpp"
#include "mpiio/last_error.hpp"

using namespace weft::mpiio;

WEFT_EXPORTED int MPI_Error_string(int errorcode, char* string, int* resultlen) {
    const int code = next("MPI_Error_string", MPI_Error_string)(errorcode, string, resultlen);
    const std::string sentence = last_sentence(errorcode);
    if (code != MPI_SUCCESS || sentence.empty()) return code;
    const std::string all = (std::string(string) + "; last error of MPI-IO: " + sentence)
                                .substr(0, MPI_MAX_ERROR_STRING - 1);
    std::memcpy(string, all.c_str(), all.size() + 1);
    *resultlen = static_cast<int>(all.size());
    return MPI_SUCCESS;
}
WEFT_PROFILED(MPI_Error_string)
