// SPDX-License-Identifier: BSD-3-Clause
#include "engine/file_table.hpp"

#include <utility>

namespace weft::engine {

FileTable::FileTable(std::span<const EngineFile> files, Report& report, Staging& staging)
    : report_(report), staging_(staging) {
    for (const EngineFile& file : files) files_.push_back(with_channel(file));
}

std::unique_ptr<FileEntry> FileTable::with_channel(const EngineFile& file) {
    return std::make_unique<FileEntry>(FileEntry{
        file.target != nullptr ? Channel(*file.target, file.unit, report_, file.pace, staging_)
                               : Channel(*file.bytes, report_, file.pace, staging_),
        file.pace, file.other_writers, file.order});
}

void FileTable::expect(std::size_t count, LateFiles late_files) {
    files_.resize(count);
    late_files_ = std::move(late_files);
}

FileEntry& FileTable::operator[](std::size_t number) {
    std::unique_ptr<FileEntry>& file = files_[number];
    if (file == nullptr) file = with_channel(late_files_(number));
    return *file;
}

}  // namespace weft::engine
