// SPDX-License-Identifier: BSD-3-Clause
// Hints, to hand over and as the library tells them.
#pragma once

#include <mpi.h>

#include <map>
#include <string>

namespace contract {

using Pairs = std::map<std::string, std::string>;

/// An MPI_Info as long as it lives.
class Info {
public:
    Info() { MPI_Info_create(&info_); }
    Info(const Pairs& hints);
    ~Info() { MPI_Info_free(&info_); }
    Info(const Info&) = delete;
    Info& operator=(const Info&) = delete;

    void set(const char* key, const std::string& value) { MPI_Info_set(info_, key, value.c_str()); }
    [[nodiscard]] MPI_Info get() const { return info_; }

private:
    MPI_Info info_ = MPI_INFO_NULL;
};

/// What ncmpi_inq_file_info says about the file.
Pairs hints_of(int ncid);
/// One of them, or "(none)".
std::string hint_of(int ncid, const char* key);

}  // namespace contract
