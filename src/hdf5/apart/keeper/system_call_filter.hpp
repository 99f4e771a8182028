// SPDX-License-Identifier: BSD-3-Clause
// Limits the system calls that a keeper may make, by a seccomp filter, which the kernel keeps for
// as long as the process lives. All others fail with EPERM, so that libhdf5, which now and then
// looks for a plugin or the time zone, goes on without.
#pragma once

namespace weft::hdf5::apart {

/// False, with errno, where the kernel has no such filters or this processor is not known here.
bool filter_system_calls();

}  // namespace weft::hdf5::apart
