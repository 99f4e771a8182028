// SPDX-License-Identifier: BSD-3-Clause
// Moves byte ranges from one file to another: large ones within the kernel or through memory,
// whichever is faster, small adjacent ones through one buffer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/copy/pace.hpp"
#include "tools/shared/read_window.hpp"

namespace weft::tools {

/// An open file in both forms: a descriptor for the kernel, and a storage file.
struct CopyEnd {
    storage::File* file = nullptr;
    int descriptor = -1;  // -1: the kernel does not know the file
    std::string path;
};

/// Target ranges must rise. The target is new and reads as zeros in unwritten places.
class ByteCopier {
public:
    ByteCopier(CopyEnd source, CopyEnd target);

    /// Bytes behind the end of the source are not written.
    Status copy(std::int64_t from, std::int64_t to, std::int64_t bytes);
    /// Writes the rest of the buffer.
    Status flush();

private:
    Status copy_large(std::int64_t from, std::int64_t to, std::int64_t bytes);
    Status copy_in_kernel(std::int64_t from, std::int64_t to, std::int64_t bytes);
    Status copy_through_memory(std::int64_t from, std::int64_t to, std::int64_t bytes);
    Status gather_in_buffer(std::int64_t from, std::int64_t to, std::int64_t bytes);

    CopyEnd source_;
    CopyEnd target_;
    ReadWindow window_;
    CopyPace pace_;
    bool compares_ways_;  // otherwise a server may copy, which is fastest
    bool kernel_copies_;  // until the kernel refuses
    std::vector<std::byte> buffer_;
    std::int64_t buffer_begin_ = 0;  // in the target
};

}  // namespace weft::tools
