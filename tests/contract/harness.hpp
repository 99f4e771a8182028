// SPDX-License-Identifier: BSD-3-Clause
// Cases (tests/cases.hpp) of the C interface.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <string>
#include <string_view>
#include <vector>

#include "../cases.hpp"

namespace contract {

using cases::Case;
using cases::expect_equal;
using cases::expect_text;
using cases::expect_true;
using cases::expect_values;
using cases::fail;
using cases::here;
using cases::Place;
using cases::rank;
using cases::ranks;
using cases::skip;

/// Like cases::run_cases(). After each case no file may be left open.
int run(int argc, char** argv, const std::vector<Case>& cases);

/// A path in the working directory, named after the case that runs. With CONTRACT_HOST
/// ("ssh://host") in the environment, it is a file of that machine, which is this one.
std::string path(std::string_view suffix = ".nc");
bool is_far();
/// Whether files are staged: puts are finished by a sync then (docs/staging.md).
bool is_staged();

/// `code` is what a function of the interface returned.
void expect(int code, int wanted, std::string_view what = {}, Place place = here());
void ok(int code, std::string_view what = {}, Place place = here());

}  // namespace contract
