// SPDX-License-Identifier: BSD-3-Clause
// Fills a variable that is one array in a file.
#pragma once

#include <cstddef>

#include "container/container.hpp"

namespace weft::container {

/// Called on one rank: fills the range in file order. `file`: the number of the file.
Status fill(const Context& context, int variable, std::size_t file, const layout::Place& place,
            const ElementRange& range);

}  // namespace weft::container
