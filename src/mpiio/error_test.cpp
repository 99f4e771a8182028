// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/error.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "mpiio/last_error.hpp"

namespace weft::mpiio {
namespace {

TEST(Error, OfAStatusHasTheStandardsClass) {
    const std::pair<Code, int> table[] = {{Code::enoent, MPI_ERR_NO_SUCH_FILE},
                                          {Code::eexist, MPI_ERR_FILE_EXISTS},
                                          {Code::eaccess, MPI_ERR_ACCESS},
                                          {Code::ebad_file, MPI_ERR_BAD_FILE},
                                          {Code::eperm, MPI_ERR_READ_ONLY},
                                          {Code::eno_space, MPI_ERR_NO_SPACE},
                                          {Code::equota, MPI_ERR_QUOTA},
                                          {Code::enomem, MPI_ERR_NO_MEM},
                                          {Code::einval, MPI_ERR_ARG},
                                          {Code::einval_omode, MPI_ERR_AMODE},
                                          {Code::eread, MPI_ERR_IO},
                                          {Code::ewrite, MPI_ERR_IO},
                                          {Code::efile, MPI_ERR_IO},
                                          {Code::enotsupport, MPI_ERR_UNSUPPORTED_OPERATION},
                                          {Code::empi, MPI_ERR_OTHER}};
    for (const auto& [code, error_class] : table) {
        const Error error(Status(code, "why"));
        EXPECT_FALSE(error.ok());
        EXPECT_EQ(error.error_class(), error_class);
        EXPECT_EQ(error.sentence(), "why");
    }
    EXPECT_TRUE(Error(Status()).ok());
}

TEST(Error, KeepsTheFirst) {
    Error error;
    error.keep_first({MPI_ERR_IO, "first"});
    error.keep_first({MPI_ERR_ARG, "second"});
    EXPECT_EQ(error.error_class(), MPI_ERR_IO);
    EXPECT_EQ(error.sentence(), "first");
}

TEST(LastError, IsToldForItsClassOnly) {
    remember({MPI_ERR_IO, "a disk"});
    EXPECT_EQ(last_sentence(MPI_ERR_IO), "a disk");
    EXPECT_EQ(last_sentence(MPI_ERR_ARG), "");
    remember({MPI_ERR_ARG, "an offset"});
    EXPECT_EQ(last_sentence(MPI_ERR_IO), "");
}

}  // namespace
}  // namespace weft::mpiio
