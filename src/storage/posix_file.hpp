// SPDX-License-Identifier: BSD-3-Clause
// An open file of the operating system.
#pragma once

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "storage/file.hpp"
#include "storage/system_calls.hpp"

namespace weft::storage {

/// Owns a descriptor. Shared by a file and its locks, so that a lock released after the file's
/// close does not touch whatever got the same number since.
class Descriptor {
public:
    Descriptor(const SystemCalls& calls, int number) : calls_(calls), number_(number) {}
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] const SystemCalls& calls() const { return calls_; }
    /// -1 once closed; every system call then fails with EBADF.
    [[nodiscard]] int number() const { return number_; }
    /// 0 or an error number.
    int close();

private:
    const SystemCalls& calls_;
    int number_;
};

class PosixFile final : public File {
public:
    PosixFile(std::shared_ptr<Descriptor> descriptor, std::string path, bool writable)
        : descriptor_(std::move(descriptor)), path_(std::move(path)), writable_(writable) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Result<std::int64_t> size() override;
    Result<std::uint64_t> identity() override;
    Status resize(std::int64_t bytes) override;
    Status reserve(std::int64_t offset, std::int64_t length) override;
    void start_writing(std::int64_t offset, std::int64_t length) override;
    Status sync() override;
    Status renew(double stale_seconds) override;
    Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) override;
    Status close() override;

private:
    using Clock = std::chrono::steady_clock;
    Result<struct stat> facts();
    void await_freshness();
    Status close_descriptor();

    std::shared_ptr<Descriptor> descriptor_;
    std::optional<std::chrono::time_point<Clock, std::chrono::duration<double>>> fresh_from_;
    std::string path_;
    bool writable_;
    int sync_error_ = 0;
};

/// Calls until the result is not "interrupted by a signal".
template <class Call>
auto uninterrupted(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

}  // namespace weft::storage
