// SPDX-License-Identifier: BSD-3-Clause
#include "recorded_disk.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <vector>

#include "program.hpp"

namespace recorded_disk {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t page = 4096;
using Bytes = std::vector<char>;

enum class Kind { write, resize, sync, sync_folder };

struct Step {
    Kind kind;
    std::string path;  // relative to the folder
    std::size_t offset = 0;
    Bytes bytes = {};
};

struct Recording {
    std::mutex mutex;
    bool runs = false;
    std::string folder;
    std::vector<Step> steps;
};

Recording& recording() {
    static Recording only;
    return only;
}

bool is_below(const fs::path& path, const std::string& folder) {
    return path == folder || path.string().starts_with(folder + "/");
}

/// A step of a file in the folder; others are not recorded.
void record(int descriptor, Step step) {
    Recording& now = recording();
    const std::lock_guard lock(now.mutex);
    if (!now.runs) return;
    std::error_code error;
    const fs::path path = fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
    const bool has_name = !error && !path.string().ends_with(" (deleted)");
    if (!has_name || !is_below(path, now.folder)) return;
    step.path = path.lexically_relative(now.folder).string();
    if (step.kind == Kind::sync && fs::is_directory(path)) step.kind = Kind::sync_folder;
    now.steps.push_back(std::move(step));
}

void refuse(const char* path, const char* call) {
    Recording& now = recording();
    const std::lock_guard lock(now.mutex);
    const bool is_ours = now.runs && is_below(fs::absolute(path).lexically_normal(), now.folder);
    require(!is_ours, std::string("what ") + call + " of " + path + " leaves is not known here");
}

void apply(const Step& step, Bytes& bytes) {
    const std::size_t end = step.offset + step.bytes.size();
    if (step.kind == Kind::resize) bytes.resize(end);
    if (bytes.size() < end) bytes.resize(end);
    std::ranges::copy(step.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(step.offset));
}

/// One file, and what survives of it.
class Remains {
public:
    explicit Remains(std::uint64_t seed) : random_(seed) {}

    void name_is_durable() { has_name_ = true; }

    /// A step that survives at least as long as this one.
    void take(const Step& step) {
        if (step.kind != Kind::sync) {
            unsynced_.push_back(&step);
            return;
        }
        for (const Step* unsynced : unsynced_) apply(*unsynced, durable_);
        unsynced_.clear();
    }

    void write_to(const fs::path& path) {
        if (!has_name_ && random_() % 2 == 0) return;
        fs::create_directories(path.parent_path());
        const Bytes left = survivors();
        std::ofstream(path, std::ios::binary).write(left.data(), std::ssize(left));
    }

private:
    /// The durable state, and the effect of each later step that may have survived.
    std::vector<Bytes> versions() {
        std::vector<Bytes> made = {durable_};
        for (const Step* step : unsynced_) {
            const bool cuts = step->kind == Kind::resize && step->offset < made.back().size();
            if (cuts && random_() % 2 == 0) break;
            Bytes next = made.back();
            apply(*step, next);
            if (cuts) made.clear();
            made.push_back(std::move(next));
        }
        return made;
    }

    Bytes survivors() {
        const std::vector<Bytes> versions = this->versions();
        const auto any = [&]() -> const Bytes& { return versions[random_() % versions.size()]; };
        const auto kind = random_() % 4;
        if (kind == 0) return versions.front();
        if (kind == 1) return versions.back();
        Bytes left(any().size());
        for (std::size_t at = 0; at < left.size(); at += page) {
            const Bytes& source = any();
            for (std::size_t i = at; i < std::min(at + page, left.size()); ++i)
                left[i] = i < source.size() ? source[i] : 0;
        }
        return left;
    }

    std::mt19937_64 random_;
    bool has_name_ = false;
    Bytes durable_;
    std::vector<const Step*> unsynced_;
};

std::map<std::string, Remains> remains_after(std::size_t count, std::uint64_t seed) {
    std::map<std::string, Remains> files;
    const std::vector<Step>& steps = recording().steps;
    for (std::size_t i = 0; i < count; ++i) {
        const Step& step = steps[i];
        if (step.kind != Kind::sync_folder) {
            files.try_emplace(step.path, seed + files.size()).first->second.take(step);
            continue;
        }
        for (auto& [path, file] : files) {
            const fs::path folder = fs::path(path).parent_path();
            if (step.path == (folder.empty() ? "." : folder)) file.name_is_durable();
        }
    }
    return files;
}

}  // namespace

void start(const std::string& folder) {
    Recording& now = recording();
    const std::lock_guard lock(now.mutex);
    now.folder = folder;
    now.steps.clear();
    now.runs = true;
}

void stop() {
    const std::lock_guard lock(recording().mutex);
    recording().runs = false;
}

std::size_t steps() {
    const std::lock_guard lock(recording().mutex);
    return recording().steps.size();
}

void leave(std::size_t steps, std::uint64_t seed, const std::string& folder) {
    fs::create_directories(folder);
    for (auto& [path, file] : remains_after(steps, seed)) file.write_to(fs::path(folder) / path);
}

}  // namespace recorded_disk

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED ssize_t pwrite(int file, const void* bytes, size_t length, off_t offset) {
    const ssize_t written = syscall(SYS_pwrite64, file, bytes, length, offset);
    if (written > 0) {
        const char* const begin = static_cast<const char*>(bytes);
        recorded_disk::record(file, {.kind = recorded_disk::Kind::write,
                                     .path = {},
                                     .offset = static_cast<std::size_t>(offset),
                                     .bytes = {begin, begin + written}});
    }
    return written;
}

EXPORTED int ftruncate(int file, off_t length) noexcept {
    const int result = static_cast<int>(syscall(SYS_ftruncate, file, length));
    if (result == 0) {
        recorded_disk::record(file, {.kind = recorded_disk::Kind::resize,
                                     .path = {},
                                     .offset = static_cast<std::size_t>(length)});
    }
    return result;
}

EXPORTED int fdatasync(int file) {
    recorded_disk::record(file, {.kind = recorded_disk::Kind::sync, .path = {}});
    return static_cast<int>(syscall(SYS_fdatasync, file));
}

EXPORTED int fsync(int file) {
    recorded_disk::record(file, {.kind = recorded_disk::Kind::sync, .path = {}});
    return static_cast<int>(syscall(SYS_fsync, file));
}

EXPORTED int unlink(const char* path) noexcept {
    recorded_disk::refuse(path, "the removal");
    return static_cast<int>(syscall(SYS_unlink, path));
}

EXPORTED int rename(const char* from, const char* to) noexcept {
    recorded_disk::refuse(from, "the renaming");
    return static_cast<int>(syscall(SYS_rename, from, to));
}
