// SPDX-License-Identifier: BSD-3-Clause
// What hints say about the compression of new variables, where the format can compress.
#pragma once

#include <string>
#include <vector>

#include "model/storage.hpp"
#include "mpi/info.hpp"

namespace weft::dataset {

/// In the order in which they are applied. A word that means nothing asks for nothing.
std::vector<model::Filter> filters_asked_for(const mpi::Hints& hints);

/// The hints that ask for these.
std::string compression_of(const std::vector<model::Filter>& filters);
std::string checksum_of(const std::vector<model::Filter>& filters);

}  // namespace weft::dataset
