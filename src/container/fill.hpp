// SPDX-License-Identifier: BSD-3-Clause
// Filling a variable that lies in a file as one array.
#pragma once

#include <cstddef>

#include "container/container.hpp"

namespace weft::container {

/// This rank: element by element in file order. `file`: its number.
Status fill(const Context& context, int variable, std::size_t file, const layout::Place& place,
            const ElementRange& range);

}  // namespace weft::container
