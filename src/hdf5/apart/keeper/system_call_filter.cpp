// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/keeper/system_call_filter.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::hdf5::apart {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t processor = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t processor = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t processor = 0;
#endif

constexpr auto number_at = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
constexpr auto processor_at = static_cast<std::uint32_t>(offsetof(seccomp_data, arch));

/// The half of an argument that has its low bits.
constexpr std::uint32_t low_half_of(int argument) {
    const std::size_t at =
        offsetof(seccomp_data, args) + sizeof(std::uint64_t) * static_cast<std::size_t>(argument);
    return static_cast<std::uint32_t>(at + (std::endian::native == std::endian::big ? 4 : 0));
}

// The system calls that a keeper needs for memory, for its C library, and to end.
constexpr int allowed[] = {
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_futex,
    SYS_getrandom,
    SYS_clock_gettime,
    SYS_gettimeofday,
#ifdef SYS_time
    SYS_time,
#endif
    SYS_getpid,
    SYS_gettid,
    SYS_sched_yield,
    SYS_rt_sigaction,  // of abort()
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
};

class Program {
public:
    void load(std::uint32_t at) { add(BPF_LD | BPF_W | BPF_ABS, at); }
    void answer(std::uint32_t answer) { add(BPF_RET | BPF_K, answer); }
    /// Goes on with the next `count` instructions if what is loaded is `value`; else skips them.
    void if_equal(std::uint32_t value, int count) {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
    }
    void skip_if_equal(std::uint32_t value, int count) {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0);
    }
    /// Like if_equal(), but the condition is that none of these bits is set.
    void if_without(std::uint32_t bits, int count) {
        add(BPF_JMP | BPF_JSET | BPF_K, bits, count, 0);
    }
    void allow(int number) {
        if_equal(static_cast<std::uint32_t>(number), 1);
        answer(SECCOMP_RET_ALLOW);
    }
    /// A call is allowed where one of its arguments has a value.
    void allow_with(int number, int argument, std::uint32_t value) {
        if_equal(static_cast<std::uint32_t>(number), 4);
        load(low_half_of(argument));
        if_equal(value, 1);
        answer(SECCOMP_RET_ALLOW);
        answer(refusal);
    }
    void allow_without(int number, int argument, std::uint32_t bits) {
        if_equal(static_cast<std::uint32_t>(number), 4);
        load(low_half_of(argument));
        if_without(bits, 1);
        answer(SECCOMP_RET_ALLOW);
        answer(refusal);
    }

    static constexpr std::uint32_t refusal = SECCOMP_RET_ERRNO | EPERM;

    [[nodiscard]] bool install() {
        const sock_fprog program{.len = static_cast<unsigned short>(code_.size()),
                                 .filter = code_.data()};
        return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
    }

private:
    void add(int code, std::uint32_t value, int if_true = 0, int if_false = 0) {
        code_.push_back({.code = static_cast<std::uint16_t>(code),
                         .jt = static_cast<std::uint8_t>(if_true),
                         .jf = static_cast<std::uint8_t>(if_false),
                         .k = value});
    }

    std::vector<sock_filter> code_;
};

}  // namespace

bool filter_system_calls() {
    if (processor == 0) {
        errno = ENOSYS;
        return false;
    }
    Program program;
    program.load(processor_at);
    program.skip_if_equal(processor, 1);
    program.answer(SECCOMP_RET_KILL_PROCESS);
    program.load(number_at);
    program.allow_with(SYS_read, 0, STDIN_FILENO);
    program.allow_with(SYS_write, 0, STDIN_FILENO);
    program.allow_without(SYS_mmap, 2, PROT_EXEC);
    program.allow_without(SYS_mprotect, 2, PROT_EXEC);
    program.allow_with(SYS_tgkill, 0, static_cast<std::uint32_t>(::getpid()));  // of abort()
    for (const int number : allowed) program.allow(number);
    program.answer(Program::refusal);
    return program.install();
}

}  // namespace weft::hdf5::apart
