// SPDX-License-Identifier: BSD-3-Clause
// Files as the operating system sees them, and environment variables.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace contract {

/// The path of a file whose name may be that of a file on another machine.
std::string here_of(const std::string& path);

/// Rank 0 writes the file; then all ranks continue.
void make_file(const std::string& path, const std::string& bytes);

/// The bytes of a closed file; for any rank alone.
std::string bytes_of(const std::string& path);
/// The size of a file; -1 if there is no such file.
std::int64_t size_of(const std::string& path);
bool exists(const std::string& path);
ino_t inode_of(const std::string& path);

/// The big-endian number of `bytes` bytes at `offset`.
std::uint64_t number_at(const std::string& file, std::size_t offset, std::size_t bytes);

/// All ranks wait for one another.
void meet();

/// Sets a variable while it lives. The library reads it in create and open.
class Variable {
public:
    Variable(const char* name, const char* value);
    ~Variable();
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
};

}  // namespace contract
