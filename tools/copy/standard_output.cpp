// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/standard_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "storage/failure.hpp"

namespace weft::tools {

StandardOutput::~StandardOutput() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

Result<std::string> StandardOutput::path(const Team& team) {
    if (!is_meant()) return target_;
    Status made;
    if (team.is_first()) {
        const char* const place = std::getenv("TMPDIR");
        std::string folder = std::string(place == nullptr ? "/tmp" : place) + "/weft-output-XXXXXX";
        if (::mkdtemp(folder.data()) == nullptr)
            made = storage::failure(storage::Operation::open, folder, errno);
        else
            folder_ = folder;
    }
    made = team.agree(made);
    if (!made.ok()) return made;
    return team.text_of_first(folder_) + "/out.nc";
}

Status StandardOutput::pass_on() {
    if (!is_meant() || folder_.empty()) return {};
    const std::string path = folder_ + "/out.nc";
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return storage::failure(storage::Operation::open, path, errno);
    std::vector<char> buffer(std::size_t{1} << 20);
    Status status;
    while (status.ok()) {
        const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
        if (got == 0) break;
        if (got < 0) status = storage::failure(storage::Operation::read, path, errno);
        for (ssize_t done = 0; done < got && status.ok();) {
            const ssize_t written =
                ::write(STDOUT_FILENO, buffer.data() + done, static_cast<std::size_t>(got - done));
            if (written < 0 && errno != EINTR)
                status = storage::failure(storage::Operation::write, "standard output", errno);
            if (written > 0) done += written;
        }
    }
    ::close(descriptor);
    return status;
}

}  // namespace weft::tools
