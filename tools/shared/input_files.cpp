// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/input_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <glob.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "storage/failure.hpp"
#include "storage/path_scheme.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {
namespace {

bool is_pattern(const std::string& word) {
    std::error_code unknown;
    return word.find_first_of("*?[") != std::string::npos && storage::scheme_of(word).empty() &&
           !std::filesystem::exists(word, unknown);
}

Status write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0)
            return storage::failure(storage::Operation::write, "the copy of standard input", errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Status copy_standard_input(int to) {
    std::string buffer(std::size_t{1} << 20, '\0');
    for (;;) {
        const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return storage::failure(storage::Operation::read, "standard input", errno);
        if (got == 0) return {};
        const Status written =
            write_all(to, std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
        if (!written.ok()) return written;
    }
}

/// A file that is removed when the process ends. It stays open until then.
Result<std::string> keep_standard_input() {
    if (Team::is_launched())
        return Status(Code::enotsupport,
                      "several processes cannot share standard input: give the file a name");
    const char* const folder = std::getenv("TMPDIR");
    std::string path = std::string(folder == nullptr ? "/tmp" : folder) + "/weft-input-XXXXXX";
    const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) return storage::failure(storage::Operation::open, path, errno);
    ::unlink(path.c_str());
    const Status copied = copy_standard_input(descriptor);
    if (!copied.ok()) return copied;
    return fmt::format("/proc/self/fd/{}", descriptor);
}

}  // namespace

std::vector<std::string> input_files(const std::vector<std::string>& words) {
    std::vector<std::string> files;
    for (const std::string& word : words) {
        glob_t found{};
        if (is_pattern(word) && ::glob(word.c_str(), 0, nullptr, &found) == 0) {
            files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
        } else {
            files.push_back(word);
        }
        ::globfree(&found);
    }
    return files;
}

Result<std::string> readable_path(const std::string& path) {
    if (path != "-") return path;
    static const Result<std::string> input = keep_standard_input();
    return input;
}

}  // namespace weft::tools
