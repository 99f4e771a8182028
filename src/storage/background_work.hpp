// SPDX-License-Identifier: BSD-3-Clause
// A thread that does works while the program computes, on cores that no other thread wants.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace weft::storage {

/// From then on the calling thread runs only where no other thread wants the core.
void step_back() noexcept;

class BackgroundWork {
public:
    BackgroundWork() = default;
    /// Waits for the work under way. Those behind it are not done.
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

    /// Adds a work, which throws nothing and is done after those before it. The first one starts
    /// the thread; false if there is none. Called by one thread. Throws std::bad_alloc.
    [[nodiscard]] bool add(std::function<void()> work);

private:
    [[nodiscard]] bool start();
    void run();

    std::mutex mutex_;
    std::condition_variable news_;
    std::deque<std::function<void()>> works_;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace weft::storage
