// SPDX-License-Identifier: BSD-3-Clause
// Moves byte ranges from one file to the same place in another: within the kernel or through
// memory, whichever is faster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/copy/pace.hpp"

namespace weft::tools {

/// An open file in both forms: a descriptor for the kernel, and a storage file.
struct CopyEnd {
    storage::File* file = nullptr;
    int descriptor = -1;  // -1: the kernel does not know the file
    std::string path;
};

class ByteCopier {
public:
    ByteCopier(CopyEnd source, CopyEnd target);

    /// Copies a range; bytes behind the end of the source become zeros.
    Status copy(std::int64_t offset, std::int64_t bytes);

private:
    Status copy_in_kernel(std::int64_t offset, std::int64_t bytes);
    Status copy_through_memory(std::int64_t offset, std::int64_t bytes);

    CopyEnd source_;
    CopyEnd target_;
    CopyPace pace_;
    bool compares_ways_;  // otherwise a server may copy, which is fastest
    bool kernel_copies_;  // until the kernel refuses
    std::vector<std::byte> buffer_;
};

}  // namespace weft::tools
