// SPDX-License-Identifier: BSD-3-Clause
// Reads the hints about the compression of new variables, and about the precision of their values,
// for formats that can compress.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/storage.hpp"
#include "mpi/info.hpp"
#include "types/quantize.hpp"

namespace weft::dataset {

/// The filters that hints ask for, in the order in which they are applied. Unknown words are
/// ignored.
std::vector<model::Filter> filters_asked_for(const mpi::Hints& hints);

/// The quantization that a word such as "bitround:12" stands for; empty for other words. The digits
/// may exceed those of any type.
std::optional<types::Quantization> quantization_called(const std::string& word);

/// The quantization that hints ask for; empty if none does. The digits may exceed those of the
/// type.
std::optional<types::Quantization> quantization_asked_for(const mpi::Hints& hints);

/// The hints that ask for these.
std::string compression_of(const std::vector<model::Filter>& filters);
std::string checksum_of(const std::vector<model::Filter>& filters);
std::string quantization_word(const std::optional<types::Quantization>& how);

}  // namespace weft::dataset
