// SPDX-License-Identifier: BSD-3-Clause
// Whether values of a test's pieces did not fit their types.
#pragma once

#include <vector>

#include "engine/request/request.hpp"

namespace weft::engine {

/// Records which pieces of a request met a value that did not fit.
class RangeFlags {
public:
    explicit RangeFlags(Request& request) : flags_(request.pieces.size()) {
        for (std::size_t i = 0; i < flags_.size(); ++i)
            request.pieces[i].out_of_range = &flags_[i].set;
    }
    [[nodiscard]] std::vector<bool> values() const {
        std::vector<bool> values;
        for (const Flag& flag : flags_) values.push_back(flag.set);
        return values;
    }

private:
    struct Flag {
        bool set = false;
    };
    std::vector<Flag> flags_;
};

}  // namespace weft::engine
