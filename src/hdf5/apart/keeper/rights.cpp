// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/keeper/rights.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "hdf5/apart/keeper/sanitized.hpp"
#include "hdf5/apart/keeper/system_call_filter.hpp"
#include "hdf5/apart/messages.hpp"

namespace weft::hdf5::apart {
namespace {

void note(bool is_done, const char* what, std::string& lacks) {
    if (!is_done && lacks.empty()) lacks = fmt::format("{}: {}", what, std::strerror(errno));
}

bool limit(int what, std::int64_t most) {
    const rlimit to{.rlim_cur = static_cast<rlim_t>(most), .rlim_max = static_cast<rlim_t>(most)};
    return ::setrlimit(static_cast<__rlimit_resource_t>(what), &to) == 0;
}

}  // namespace

void close_descriptors() {
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, STDIN_FILENO + 1, ~0U, 0) == 0) return;
#endif
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const auto end = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1 << 20));
    for (int descriptor = STDIN_FILENO + 1; descriptor < end; ++descriptor) ::close(descriptor);
}

std::string give_up_rights() {
    std::string lacks;
    close_descriptors();
    note(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "new privileges", lacks);
    note(::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0, "dumps", lacks);
    note(limit(RLIMIT_CORE, 0), "dumps", lacks);
    note(limit(RLIMIT_NOFILE, 0), "descriptors", lacks);
    note(limit(RLIMIT_FSIZE, 0), "files", lacks);
    note(limit(RLIMIT_NPROC, 0), "processes", lacks);
    note(limit(RLIMIT_MEMLOCK, 0), "locked memory", lacks);
    if (!is_sanitized) note(limit(RLIMIT_AS, keeper_memory), "memory", lacks);
    note(filter_system_calls(), "calls of the system (seccomp)", lacks);
    return lacks;
}

}  // namespace weft::hdf5::apart
