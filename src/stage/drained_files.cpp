// SPDX-License-Identifier: BSD-3-Clause
#include "stage/drained_files.hpp"

#include <utility>

namespace weft::stage {

void DrainedFiles::add(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) files_.push_back({.path = path, .file = nullptr});
}

Result<storage::File*> DrainedFiles::file(std::uint32_t number) {
    Drained& its = files_[number];
    if (its.file == nullptr) {
        auto opened = store_.open_file(its.path, {.writable = true});
        if (!opened.ok()) return opened.status();
        its.file = std::move(opened).value();
    }
    its.is_synced = false;
    return its.file.get();
}

std::string_view DrainedFiles::folder(std::uint32_t number) const {
    const std::string_view path = files_[number].path;
    return path.substr(0, path.rfind('/') + 1);
}

Status DrainedFiles::sync() {
    Status status;
    for (Drained& its : files_) {
        if (its.file == nullptr || its.is_synced) continue;
        const Status synced = its.file->sync();
        its.is_synced = synced.ok();
        status.keep_first(synced);
    }
    return status;
}

Status DrainedFiles::close() {
    Status status;
    for (Drained& its : files_) {
        if (its.file != nullptr) status.keep_first(its.file->close());
        its.file.reset();
    }
    return status;
}

}  // namespace weft::stage
