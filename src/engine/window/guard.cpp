// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/guard.hpp"

#include "engine/shm/liveness_check.hpp"

namespace weft::engine {

Result<Guard> Guards::to_write(std::int64_t offset, std::int64_t length) {
    Guard guard;
    if (neighbours_ == Neighbours::none) return guard;
    if (gate_ != nullptr) guard.pass = gate_->to_write();
    if (guard.pass) return guard;
    auto lock = channel_.lock(offset, length);
    if (lock.code() == Code::enotsupport) return guard;
    if (!lock.ok()) return lock.status();
    guard.lock = std::move(lock).value();
    return guard;
}

bool Guards::may_rewrite() {
    const bool may = lease_.holds();
    if (!may) ++channel_.report().windows_in_company;
    return may;
}

Result<Guard> Guards::to_rewrite(std::int64_t offset, std::int64_t length) {
    Guard guard;
    if (neighbours_ == Neighbours::none) return guard;
    if (gate_ != nullptr) {
        guard.pass = gate_->to_rewrite();
        if (!guard.pass) return shm::rank_died();
    }
    auto lock = channel_.lock(offset, length);
    if (!lock.ok()) return lock.status();
    guard.lock = std::move(lock).value();
    return guard;
}

}  // namespace weft::engine
