// SPDX-License-Identifier: BSD-3-Clause
// The model that requests are tested against: what one must leave in the file and in its memory,
// found element by element, with the slow conversion of types/conversion_model.hpp.
#pragma once

#include <vector>

#include "engine/request/test_requests.hpp"

namespace weft::engine {

/// The expected state after a call.
struct Expected {
    Bytes file;
    std::vector<Bytes> buffers;
    std::vector<bool> out_of_range;  // of each piece: a value had to be replaced
    bool all_in_range = true;
};

/// The outcome of the request on a file with these bytes, which reads as zeros behind its end and
/// grows as far as it is written.
Expected expect(const Sample& sample, const Bytes& file);

}  // namespace weft::engine
