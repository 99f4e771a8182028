// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace weft::tools {
namespace {

Code code_of_open(int error) {
    if (error == ENOENT || error == ENOTDIR) return Code::enoent;
    return error == EACCES || error == EPERM ? Code::eaccess : Code::efile;
}

}  // namespace

TextSource::~TextSource() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

Status TextSource::open(const std::string& path) {
    path_ = path == "-" ? "/dev/stdin" : path;
    descriptor_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ >= 0) return {};
    return {code_of_open(errno), std::strerror(errno)};
}

std::int64_t TextSource::bytes() const {
    struct stat facts {};
    const bool is_file = ::fstat(descriptor_, &facts) == 0 && S_ISREG(facts.st_mode);
    return is_file ? facts.st_size : 0;
}

Result<std::span<const std::byte>> TextSource::at(std::int64_t, std::int64_t length) {
    window_.resize(static_cast<std::size_t>(length));
    std::size_t filled = 0;
    while (filled < window_.size()) {
        const ssize_t count = ::read(descriptor_, window_.data() + filled, window_.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Status(Code::eread, std::strerror(errno));
        if (count == 0) break;
        filled += static_cast<std::size_t>(count);
    }
    return std::span<const std::byte>(window_).first(filled);
}

}  // namespace weft::tools
