// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/keeper.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hdf5/apart/nursery.hpp"

namespace weft::hdf5::apart {
namespace {

/// The number of a process becomes another one's when nobody waits for it any more; a descriptor of
/// a process never does. Kernels before 5.3 have none.
Descriptor descriptor_of(pid_t process) {
#ifdef SYS_pidfd_open
    return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
#else
    static_cast<void>(process);
    return Descriptor();
#endif
}

class KeeperProcess final : public Keeper {
public:
    KeeperProcess(std::shared_ptr<RunningNursery> nursery, pid_t process)
        : nursery_(std::move(nursery)), process_(process), descriptor_(descriptor_of(process)) {
        has_clock_ = ::clock_getcpuclockid(process, &clock_) == 0;
    }
    KeeperProcess(const KeeperProcess&) = delete;
    KeeperProcess& operator=(const KeeperProcess&) = delete;
    ~KeeperProcess() override { end(); }

    [[nodiscard]] std::chrono::nanoseconds processor_time() const noexcept override {
        timespec used{};
        if (!has_clock_ || ::clock_gettime(clock_, &used) != 0) return {};
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
    }

    /// Raises the process's soft limit of processor time. It does so rarely, because it allows
    /// twice as much each time.
    void allow(std::chrono::seconds more) noexcept override {
        const std::chrono::seconds used =
            std::chrono::duration_cast<std::chrono::seconds>(processor_time());
        if (allowed_ - used > more || has_ended_) return;
        allowed_ = used + 2 * more;
        rlimit limit{};
        if (::prlimit(process_, RLIMIT_CPU, nullptr, &limit) != 0) return;
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, static_cast<rlim_t>(allowed_.count()));
        ::prlimit(process_, RLIMIT_CPU, &limit, nullptr);
    }

    /// A fork of the program that has begun it leaves it alone.
    Ending end() noexcept override {
        if (std::exchange(has_ended_, true) || !nursery_->is_of_this_process()) return ending_;
        const std::optional<NurseryReply> reply =
            nursery_->ask({.kind = NurseryRequest::Kind::end, .process = process_});
        if (!reply) {
            kill();
            return ending_;
        }
        ending_ = {.is_known = reply->is_known != 0, .signal = reply->signal, .code = reply->code};
        return ending_;
    }

private:
    /// Kills the process if the nursery is gone.
    void kill() const noexcept {
#ifdef SYS_pidfd_send_signal
        if (descriptor_.get() >= 0)
            ::syscall(SYS_pidfd_send_signal, descriptor_.get(), SIGKILL, nullptr, 0);
#endif
    }

    std::shared_ptr<RunningNursery> nursery_;
    pid_t process_;
    Descriptor descriptor_;
    clockid_t clock_{};
    bool has_clock_ = false;
    std::chrono::seconds allowed_{};
    bool has_ended_ = false;
    Ending ending_;
};

}  // namespace

std::unique_ptr<Keeper> keeper_of(std::shared_ptr<RunningNursery> nursery, pid_t process) {
    return std::make_unique<KeeperProcess>(std::move(nursery), process);
}

}  // namespace weft::hdf5::apart
