// SPDX-License-Identifier: BSD-3-Clause
// The folders that a server exports. No name, link or renaming leads outside them, because the
// kernel resolves each name beneath an open folder in one step (openat2, RESOLVE_BENEATH).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "remote/transport.hpp"
#include "storage/system_calls.hpp"

namespace weft::serve {

struct Export {
    std::string folder;  // an absolute path, as clients use it
    bool is_read_only = false;
};

/// "FOLDER" or "FOLDER:ro". `einval`: the path is not absolute.
Result<Export> parse_export(const std::string& text);

/// The system's calls for paths beneath the exports; any other path, and one that a link leads
/// outside, is EACCES. Opens only regular files, and folders for reading.
class ExportedCalls final : public storage::SystemCalls {
public:
    /// Fails when a folder cannot be opened, or the kernel lacks openat2.
    static Result<std::unique_ptr<ExportedCalls>> open(const std::vector<Export>& exports);

    /// Called for a client that may only read.
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
    /// A path beneath an exported folder: "." for the folder itself. `root` null: beneath none.
    struct PathInExport {
        const Root* root = nullptr;
        std::string name;
    };
    /// The open folder of a path, and the last part of the path.
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
