// SPDX-License-Identifier: BSD-3-Clause
#include "storage/background_work.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "storage/signals_blocked.hpp"

namespace weft::storage {

void step_back() noexcept {
    constexpr int lowest = 19;
    const auto me = static_cast<id_t>(syscall(SYS_gettid));
    static_cast<void>(setpriority(PRIO_PROCESS, me, lowest));  // it works as well without
}

BackgroundWork::~BackgroundWork() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard guard(mutex_);
        ends_ = true;
    }
    news_.notify_one();
    thread_.join();
}

bool BackgroundWork::start() {
    if (thread_.joinable()) return true;
    const SignalsBlocked blocked;
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
        return false;
    }
    return true;
}

bool BackgroundWork::add(std::function<void()> work) {
    if (!start()) return false;
    {
        const std::lock_guard guard(mutex_);
        works_.push_back(std::move(work));
    }
    news_.notify_one();
    return true;
}

void BackgroundWork::run() {
    step_back();
    std::unique_lock guard(mutex_);
    while (true) {
        news_.wait(guard, [&] { return ends_ || !works_.empty(); });
        if (ends_) return;
        const std::function<void()> work = std::move(works_.front());
        works_.pop_front();
        guard.unlock();
        work();
        guard.lock();
    }
}

}  // namespace weft::storage
