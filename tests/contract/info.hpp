// SPDX-License-Identifier: BSD-3-Clause
// Hints for the library, and those that it returns.
#pragma once

#include <mpi.h>

#include <map>
#include <string>

namespace contract {

using Pairs = std::map<std::string, std::string>;

/// An MPI_Info that is freed at the end.
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

/// The answer of ncmpi_inq_file_info.
Pairs hints_of(int ncid);
/// The value of one of the hints, or "(none)".
std::string hint_of(int ncid, const char* key);

}  // namespace contract
