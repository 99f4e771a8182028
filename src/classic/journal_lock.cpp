// SPDX-License-Identifier: BSD-3-Clause
#include "classic/journal_lock.hpp"

#include <cstdint>

namespace weft::classic {
namespace {

// One byte for each rank, behind the end of every file.
constexpr std::int64_t lock_begin = std::int64_t{1} << 62;
constexpr std::int64_t lock_bytes = std::int64_t{1} << 31;

Result<std::unique_ptr<storage::RangeLock>> locked(storage::File& file, std::int64_t begin,
                                                   std::int64_t length) {
    auto lock = file.lock(begin, length);
    if (lock.code() == Code::enotsupport) return std::unique_ptr<storage::RangeLock>();
    return lock;
}

}  // namespace

Result<std::unique_ptr<storage::RangeLock>> lock_of_rank(storage::File& file, int rank) {
    return locked(file, lock_begin + rank, 1);
}

Result<std::unique_ptr<storage::RangeLock>> lock_of_all(storage::File& file) {
    return locked(file, lock_begin, lock_bytes);
}

}  // namespace weft::classic
