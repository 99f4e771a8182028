// SPDX-License-Identifier: BSD-3-Clause
// A file with a log and its drain, in a folder of a test's own.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stage/drain_thread.hpp"
#include "stage/log.hpp"
#include "stage/staged_file.hpp"
#include "stage/wish.hpp"
#include "storage/posix_store.hpp"
#include "storage/test_directory.hpp"

namespace weft::stage {

inline std::vector<std::byte> bytes_of(std::size_t count, int seed) {
    std::vector<std::byte> bytes(count);
    std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761U + 1;
    for (std::byte& byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<std::byte>(state >> 24U);
    }
    return bytes;
}

class TestStage {
public:
    static constexpr std::uint64_t id = 77;

    explicit TestStage(std::int64_t ring_bytes = 1 << 20,
                       const storage::SystemCalls& calls_of_log = storage::kernel_calls(),
                       const storage::SystemCalls& calls_of_file = storage::kernel_calls())
        : calls_(calls_of_log), store_(calls_of_file) {
        storage::PosixStore plain;
        EXPECT_TRUE(plain.open_file(path(), {.writable = true, .create = true}).ok());
        auto log =
            LogFile::create(log_path(), id, LogSize::of(ring_bytes, 3), Medium::disk, calls_);
        EXPECT_TRUE(log.ok()) << log.status().context();
        if (!log.ok()) return;
        auto joined = Log::join(std::move(log).value(), 0);
        EXPECT_TRUE(joined.ok()) << joined.status().context();
        auto files = std::make_unique<DrainedFiles>(store_, path());
        EXPECT_TRUE(files->file(0).ok());
        drain_ = std::make_unique<DrainThread>(std::move(joined).value(), std::move(files));
    }

    [[nodiscard]] std::string path() const { return folder_.file("data"); }
    [[nodiscard]] std::string log_path() const { return folder_.file(name_of_logs(id) + "0"); }
    /// What is left of the log, and of its ring.
    [[nodiscard]] std::vector<std::string> log_files() const {
        std::vector<std::string> names;
        for (const auto& file : std::filesystem::directory_iterator(folder_.path()))
            if (file.path().string().starts_with(log_path())) names.push_back(file.path().string());
        return names;
    }
    /// Makes another file beside it, in a folder of its own if `name` has one.
    [[nodiscard]] std::string make_other(const std::string& name) const {
        const std::string other = folder_.file(name);
        std::filesystem::create_directories(std::filesystem::path(other).parent_path());
        storage::PosixStore plain;
        EXPECT_TRUE(plain.open_file(other, {.writable = true, .create = true}).ok());
        return other;
    }
    [[nodiscard]] DrainThread& drain() { return *drain_; }
    [[nodiscard]] Log& drains_log() { return drain_->log(); }
    /// Stops the drain as if its process had died: the records stay.
    void kill_drain() { drain_.reset(); }

    [[nodiscard]] std::unique_ptr<Log> member(std::uint32_t number) {
        auto log = LogFile::open(log_path(), id, calls_);
        EXPECT_TRUE(log.ok()) << log.status().context();
        auto joined = Log::join(std::move(log).value(), number);
        EXPECT_TRUE(joined.ok()) << joined.status().context();
        return std::move(joined).value();
    }

    [[nodiscard]] std::unique_ptr<StagedFile> file(std::uint32_t number, bool detaches = false) {
        storage::PosixStore plain;
        auto file =
            std::make_unique<StagedFile>(plain.open_file(path(), {.writable = true}).value());
        file->stage_in(member(number), 0, detaches);
        return file;
    }

    /// The bytes of the file itself, or of another, without the log's.
    [[nodiscard]] std::vector<std::byte> stored() const { return stored(path()); }
    [[nodiscard]] static std::vector<std::byte> stored(const std::string& path) {
        storage::PosixStore plain;
        const auto file = plain.open_file(path, {}).value();
        std::vector<std::byte> bytes(static_cast<std::size_t>(file->size().value()));
        EXPECT_TRUE(file->read_at(0, bytes).ok());
        return bytes;
    }

private:
    storage::TestDirectory folder_;
    const storage::SystemCalls& calls_;
    storage::PosixStore store_;
    std::unique_ptr<DrainThread> drain_;
};

}  // namespace weft::stage
