// SPDX-License-Identifier: BSD-3-Clause
// The order of puts to a file whose puts are kept on several nodes before storage has them: tells
// when a collective call must wait for storage.
#pragma once

#include "base/result.hpp"
#include "engine/request/request.hpp"
#include "region/interval.hpp"

namespace weft::engine {

/// Decides when posted puts must be settled. Its answers are the same on all ranks.
class PutOrder {
public:
    virtual ~PutOrder() = default;

    /// Whether storage must have all earlier puts before a call that touches a range.
    [[nodiscard]] virtual bool must_settle(const region::Interval& range) const = 0;
    /// Called on each rank: waits until storage has what its node keeps.
    virtual Status settle() = 0;
    /// Called when all ranks have settled.
    virtual void note_settled() = 0;
    /// Called when the ranks are about to put to a range.
    virtual void note_put(const region::Interval& range) = 0;
};

}  // namespace weft::engine
