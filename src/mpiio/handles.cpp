// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/handles.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <system_error>

#include "storage/path_prefix.hpp"

namespace weft::mpiio {
namespace {

// Far from the numbers that MPI libraries use for their own files.
constexpr MPI_Fint first_number = 1'000'000;

struct Registry {
    std::shared_mutex guard;
    std::map<MPI_File, std::unique_ptr<ProgramFile>> files;
    std::map<MPI_Fint, ProgramFile*> numbers;
};

/// A symbolic link is not the same file as its target.
bool is_same_file(std::string_view open, std::string_view other) {
    if (open == other) return true;
    std::error_code unknown;
    return !std::filesystem::is_symlink(other, unknown) &&
           std::filesystem::equivalent(open, other, unknown);
}

/// Never destroyed, because files may be open when the process ends.
Registry& registry() {
    static auto& only = *new Registry;
    return only;
}

}  // namespace

int ProgramFile::finish(const Error& error) const {
    if (error.ok()) return MPI_SUCCESS;
    return handler.raise(
        handle, {error.error_class(), "'" + file->whole.name() + "': " + error.sentence()});
}

ProgramFile* find(MPI_File handle) {
    Registry& all = registry();
    const std::shared_lock lock(all.guard);
    const auto found = all.files.find(handle);
    return found == all.files.end() ? nullptr : found->second.get();
}

ProgramFile* find(MPI_Fint number) {
    Registry& all = registry();
    const std::shared_lock lock(all.guard);
    const auto found = all.numbers.find(number);
    return found == all.numbers.end() ? nullptr : found->second;
}

MPI_File add(std::unique_ptr<MpiFile> file, ErrorHandler handler) {
    auto open = std::make_unique<ProgramFile>();
    open->file = std::move(file);
    open->handler = std::move(handler);
    Registry& all = registry();
    const std::unique_lock lock(all.guard);
    const bool first = all.numbers.empty();
    open->handle = {reinterpret_cast<MPI_File>(open.get()),
                    first ? first_number : all.numbers.rbegin()->first + 1};
    const FileHandle handle = open->handle;
    all.numbers.emplace(handle.in_fortran, open.get());
    all.files.emplace(handle.in_c, std::move(open));
    return handle.in_c;
}

std::vector<ProgramFile*> open_files() {
    Registry& all = registry();
    const std::shared_lock lock(all.guard);
    std::vector<ProgramFile*> files;
    for (const auto& [number, open] : all.numbers) files.push_back(open);
    return files;
}

bool is_open(std::string_view name) {
    Registry& all = registry();
    const std::shared_lock lock(all.guard);
    return std::any_of(all.numbers.begin(), all.numbers.end(), [&](const auto& numbered) {
        return is_same_file(storage::strip_path_prefix(numbered.second->file->whole.name()),
                            storage::strip_path_prefix(name));
    });
}

std::unique_ptr<ProgramFile> take(MPI_File handle) {
    Registry& all = registry();
    const std::unique_lock lock(all.guard);
    const auto found = all.files.find(handle);
    if (found == all.files.end()) return nullptr;
    std::unique_ptr<ProgramFile> open = std::move(found->second);
    all.numbers.erase(open->handle.in_fortran);
    all.files.erase(found);
    return open;
}

}  // namespace weft::mpiio
