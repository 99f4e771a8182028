// SPDX-License-Identifier: BSD-3-Clause
// Small cases (tests/cases.hpp), one for each rule of MPI-IO.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>
#include <vector>

#include "../cases.hpp"

namespace mpiio {

using cases::Case;
using cases::expect_equal;
using cases::expect_true;
using cases::here;
using cases::Place;
using cases::rank;
using cases::ranks;

// The topics.
std::vector<Case> opening_cases();
std::vector<Case> size_cases();
std::vector<Case> view_cases();
std::vector<Case> external_cases();
std::vector<Case> pointer_cases();
std::vector<Case> shared_pointer_cases();
std::vector<Case> handler_cases();
std::vector<Case> many_file_cases();
std::vector<Case> differing_cases();
std::vector<Case> sequential_cases();
std::vector<Case> count_cases();
std::vector<Case> short_cases();

/// A path in the working directory, named after the case. Nothing is there when a case begins.
std::string path(std::string_view suffix = "");

/// `code` is what a function returned, `wanted` an error class.
void expect(int code, int wanted, std::string_view what, Place place = here());
void ok(int code, std::string_view what, Place place = here());

constexpr int anew = MPI_MODE_CREATE | MPI_MODE_RDWR;

/// Opens a file that must open.
MPI_File opened(MPI_Comm comm, const std::string& name, int mode, MPI_Info info = MPI_INFO_NULL,
                Place place = here());
void close(MPI_File& file, Place place = here());

/// Opens a file that must not open, and says by its class why.
void expect_open_fails(const std::string& name, int mode, int wanted, Place place = here());

int count_of(const MPI_Status& status, MPI_Datatype type);
MPI_Offset size_of(MPI_File file);
MPI_Offset position_of(MPI_File file);

/// The bytes that POSIX calls find in a file; empty if there is none.
std::string contents(const std::string& name);
bool exists(const std::string& name);

/// Makes bytes that ranks have written visible to all ranks.
void synchronize(MPI_File file);

}  // namespace mpiio
