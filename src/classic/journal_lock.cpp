// SPDX-License-Identifier: BSD-3-Clause
#include "classic/journal_lock.hpp"

#include <cstdint>

#include "storage/lock_bytes.hpp"

namespace weft::classic {
namespace {

namespace lock_bytes = storage::lock_bytes;

Result<std::unique_ptr<storage::RangeLock>> locked(storage::File& file, std::int64_t begin,
                                                   std::int64_t length) {
    auto lock = file.lock(begin, length);
    if (lock.code() == Code::enotsupport) return std::unique_ptr<storage::RangeLock>();
    return lock;
}

}  // namespace

Result<std::unique_ptr<storage::RangeLock>> lock_of_rank(storage::File& file, int rank) {
    return locked(file, lock_bytes::definition.begin + rank, 1);
}

Result<std::unique_ptr<storage::RangeLock>> lock_of_all(storage::File& file) {
    return locked(file, lock_bytes::definition.begin, lock_bytes::definition.length());
}

}  // namespace weft::classic
