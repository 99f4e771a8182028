// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace weft::storage {

/// A range of bytes that no other open file may lock while this lock is held. It may outlive the
/// file's close(), which releases the range earlier, unless it came from hold().
class RangeLock {
public:
    virtual ~RangeLock() = default;  // releases
};

}  // namespace weft::storage
