// SPDX-License-Identifier: BSD-3-Clause
#include "stage/drained_files.hpp"

#include <utility>

#include "storage/folder_of.hpp"

namespace weft::stage {

void DrainedFiles::add(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) files_.push_back({.path = path, .file = nullptr});
}

Result<storage::File*> DrainedFiles::file(std::uint32_t number) {
    Drained& its = files_[number];
    if (its.file == nullptr) {
        auto opened = store_.open_file(its.path, {.writable = true});
        if (forgives_ && number > 0 && opened.code() == Code::enoent) return nullptr;
        if (!opened.ok()) return opened.status();
        its.file = std::move(opened).value();
        ++open_count_;
    }
    its.is_synced = false;
    return its.file.get();
}

std::string_view DrainedFiles::folder(std::uint32_t number) const {
    return storage::folder_of(files_[number].path);
}

/// A file that was closed meanwhile is opened again.
Status DrainedFiles::sync() {
    Status status;
    for (std::uint32_t number = 0; number < files_.size(); ++number) {
        if (files_[number].is_synced) continue;
        const Result<storage::File*> opened = file(number);
        Status synced = opened.status();
        if (opened.ok() && opened.value() != nullptr) synced = opened.value()->sync();
        files_[number].is_synced = synced.ok();
        status.keep_first(std::move(synced));
        status.keep_first(spare_descriptors());
    }
    return status;
}

Status DrainedFiles::spare_descriptors() {
    return open_count_ > most_open ? close_from(1) : Status();
}

Status DrainedFiles::close() {
    return close_from(0);
}

Status DrainedFiles::close_from(std::size_t first) {
    Status status;
    for (std::size_t number = first; number < files_.size(); ++number) {
        Drained& its = files_[number];
        if (its.file == nullptr) continue;
        status.keep_first(its.file->close());
        its.file.reset();
        --open_count_;
    }
    return status;
}

}  // namespace weft::stage
