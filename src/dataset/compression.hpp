// SPDX-License-Identifier: BSD-3-Clause
// What hints say about the compression of new variables, and about the precision of their values,
// where the format can compress.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/storage.hpp"
#include "mpi/info.hpp"
#include "types/quantize.hpp"

namespace weft::dataset {

/// In the order in which they are applied. A word that means nothing asks for nothing.
std::vector<model::Filter> filters_asked_for(const mpi::Hints& hints);

/// "bitround:12". None for other words; digits may be more than any type has.
std::optional<types::Quantization> quantization_called(const std::string& word);

/// None if nobody asks. Digits may be more than a type has.
std::optional<types::Quantization> quantization_asked_for(const mpi::Hints& hints);

/// The hints that ask for these.
std::string compression_of(const std::vector<model::Filter>& filters);
std::string checksum_of(const std::vector<model::Filter>& filters);
std::string quantization_word(const std::optional<types::Quantization>& how);

}  // namespace weft::dataset
