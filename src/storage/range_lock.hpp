// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace weft::storage {

/// A lock on a range of bytes, which excludes other open files. close() of the file releases the
/// range, unless the lock is from hold(); the object may exist longer.
class RangeLock {
public:
    virtual ~RangeLock() = default;  // releases
};

}  // namespace weft::storage
