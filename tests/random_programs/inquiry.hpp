// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "model.hpp"
#include "options.hpp"

namespace random_programs {

// Inquires all definitions and attributes and compares them with the model. Local, any mode. Throws
// Mismatch.
void inquire_all(int ncid, const Model& model, const Options& options);

// The record count that the library reports, or -1 without a record dimension.
Index reported_record_count(int ncid, const Model& model);

// Where each variable begins in the file. Data mode.
std::vector<Index> reported_begins(int ncid, const Model& model);

}  // namespace random_programs
