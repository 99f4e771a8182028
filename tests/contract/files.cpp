// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "harness.hpp"

namespace contract {
std::string here_of(const std::string& path) {
    const std::size_t mark = path.find("://");
    return mark == std::string::npos ? path : path.substr(path.find('/', mark + 3));
}

void make_file(const std::string& path, const std::string& bytes) {
    if (rank() == 0) {
        std::ofstream(here_of(path), std::ios::binary | std::ios::trunc)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    meet();
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(here_of(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::int64_t size_of(const std::string& path) {
    struct stat facts {};
    return stat(here_of(path).c_str(), &facts) == 0 ? facts.st_size : -1;
}

bool exists(const std::string& path) {
    return size_of(path) >= 0;
}

ino_t inode_of(const std::string& path) {
    struct stat facts {};
    return stat(here_of(path).c_str(), &facts) == 0 ? facts.st_ino : 0;
}

std::uint64_t number_at(const std::string& file, std::size_t offset, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        const auto byte = offset + i < file.size() ? static_cast<unsigned char>(file[offset + i])
                                                   : static_cast<unsigned char>(0);
        number = number << 8 | byte;
    }
    return number;
}

void meet() {
    MPI_Barrier(MPI_COMM_WORLD);
}

Variable::Variable(const char* name, const char* value) : name_(name) {
    setenv(name, value, 1);
}

Variable::~Variable() {
    unsetenv(name_);
}

}  // namespace contract
