// SPDX-License-Identifier: BSD-3-Clause
// The folders that a server gives access to, and nothing outside them, whatever names, links and
// renamings there are: the kernel resolves each name beneath an open folder (openat2,
// RESOLVE_BENEATH), at once, and leads nowhere else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "remote/transport.hpp"
#include "storage/system_calls.hpp"

namespace weft::serve {

struct Export {
    std::string folder;  // an absolute name, as clients use it
    bool is_read_only = false;
};

/// "FOLDER" or "FOLDER:ro". `einval`: the name is not absolute.
Result<Export> parse_export(const std::string& text);

/// The system's calls for names beneath the exports; any other name is EACCES. What is opened is a
/// regular file, or a folder to be read; links that lead out are EXDEV.
class ExportedCalls final : public storage::SystemCalls {
public:
    /// Fails where a folder cannot be opened, or the kernel cannot resolve beneath it.
    static Result<std::unique_ptr<ExportedCalls>> open(const std::vector<Export>& exports);

    /// For a client that may only read.
    void forbid_writing();

    int open(const char* path, int flags, mode_t mode) const override;
    int unlink(const char* path) const override;
    int rename(const char* from, const char* to) const override;
    int stat(const char* path, struct stat* facts) const override;
    int lstat(const char* path, struct stat* facts) const override;
    int statfs(const char* path, struct statfs* facts) const override;

private:
    struct Root {
        Export what;
        remote::OwnedFd fd;
    };
    /// A name beneath a root: "." for the root itself.
    struct PathInExport {
        const Root* root = nullptr;
        std::string name;
    };
    /// The folder that a name is in, open, and its last part.
    struct Entry {
        remote::OwnedFd folder;
        std::string name;
    };

    [[nodiscard]] PathInExport path_in_export(const char* path) const;
    [[nodiscard]] Entry entry_of(const char* path, bool changes) const;
    int resolve(const char* path, int flags, mode_t mode = 0) const;

    std::vector<Root> roots_;
};

}  // namespace weft::serve
