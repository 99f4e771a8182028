// SPDX-License-Identifier: BSD-3-Clause
#include "stage/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "stage/owner.hpp"
#include "stage/wish.hpp"
#include "storage/failure.hpp"
#include "storage/posix_file.hpp"
#include "storage/this_host.hpp"

namespace weft::stage {
namespace {

using storage::Operation;

std::uint64_t checksum_of(const LogFacts& facts) {
    return XXH3_64bits(&facts, offsetof(LogFacts, checksum));
}

Status no_log(const std::string& path, const char* why) {
    return {Code::enotnc, storage::failure_context(Operation::open, path, {}, why)};
}

/// Initialises the mutex of a page that nobody else uses yet.
Status make_lock(pthread_mutex_t& lock, const std::string& path) {
    pthread_mutexattr_t kind;
    int error = pthread_mutexattr_init(&kind);
    if (error == 0) error = pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    if (error == 0) error = pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    if (error == 0) error = pthread_mutex_init(&lock, &kind);
    pthread_mutexattr_destroy(&kind);
    return error == 0 ? Status() : storage::failure(Operation::open, path, error);
}

std::int64_t mapped_bytes(const LogSize& size) {
    return control_bytes + size.slots * static_cast<std::int64_t>(sizeof(Slot));
}

/// Files that are removed unless they are kept.
class Unfinished {
public:
    Unfinished(const std::string& path, const storage::SystemCalls& calls)
        : path_(path), calls_(calls) {}
    ~Unfinished() {
        if (is_kept_) return;
        try {
            static_cast<void>(LogFile::discard(path_, calls_));
        } catch (const std::bad_alloc&) {
            return;  // they stay
        }
    }
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    void keep() { is_kept_ = true; }

private:
    const std::string& path_;
    const storage::SystemCalls& calls_;
    bool is_kept_ = false;
};

Result<LogFacts> facts_in(storage::File& file, const std::string& path, std::uint64_t id) {
    LogFacts facts{};
    const Result<std::int64_t> got = file.read_at(0, std::as_writable_bytes(std::span(&facts, 1)));
    if (!got.ok()) return got.status();
    if (got.value() < std::ssize(std::as_bytes(std::span(&facts, 1))) || facts.magic != log_magic ||
        facts.checksum != checksum_of(facts)) {
        return no_log(path, "it is not the log of a staged file");
    }
    if (facts.id != id) return no_log(path, "it is the log of another job");
    if (facts.size != LogSize::of(facts.size.ring_bytes, facts.size.ring_files))
        return no_log(path, "the log has sizes that no log has");
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    if (bytes.value() < mapped_bytes(facts.size)) return no_log(path, "the log is cut off");
    return facts;
}

}  // namespace

Result<std::unique_ptr<LogFile>> LogFile::create(const std::string& path, std::uint64_t id,
                                                 const LogSize& size, Medium medium,
                                                 const storage::SystemCalls& calls) {
    std::unique_ptr<LogFile> log(new LogFile(path, calls));
    Unfinished unfinished(path, calls);
    auto file = log->store_.open_file(path, {.writable = true, .create = true, .exclusive = true});
    if (file.code() == Code::eexist) unfinished.keep();
    if (!file.ok()) return file.status();
    log->file_ = std::move(file).value();
    auto ring = Ring::create(log->store_, path, size);
    if (!ring.ok()) return ring.status();
    log->ring_ = std::move(ring).value();
    LogFacts facts{.magic = log_magic,
                   .id = id,
                   .host = storage::this_host(),
                   .size = size,
                   .medium = medium,
                   .checksum = 0};
    facts.checksum = checksum_of(facts);
    // Written, so that these pages have room: a process that touches one in its memory cannot be
    // told that the disk is full.
    std::vector<std::byte> first(static_cast<std::size_t>(mapped_bytes(size)));
    std::memcpy(first.data(), &facts, sizeof facts);
    Status made = log->file_->write_at(0, first);
    if (made.ok()) made = log->map(size);
    if (made.ok()) made = make_lock(log->page().lock, path);
    if (!made.ok()) return made;
    unfinished.keep();
    return log;
}

Result<std::unique_ptr<LogFile>> LogFile::open(const std::string& path, std::uint64_t id,
                                               const storage::SystemCalls& calls) {
    std::unique_ptr<LogFile> log(new LogFile(path, calls));
    auto file = log->store_.open_file(path, {.writable = true});
    if (!file.ok()) return file.status();
    log->file_ = std::move(file).value();
    const Result<LogFacts> facts = facts_in(*log->file_, path, id);
    if (!facts.ok()) return facts.status();
    if (Status mapped = log->map(facts.value().size); !mapped.ok()) return mapped;
    return log;
}

Status LogFile::open_ring() {
    if (ring_.is_open()) return {};
    auto ring = Ring::open(store_, path_, size_);
    if (ring.ok()) ring_ = std::move(ring).value();
    return ring.status();
}

LogFile::~LogFile() {
    if (memory_ != nullptr) munmap(memory_, static_cast<std::size_t>(mapped_bytes(size_)));
}

Status LogFile::map(const LogSize& size) {
    const int number = storage::uninterrupted(
        [&] { return calls_.open(path_.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY, 0); });
    if (number < 0) return storage::failure(Operation::open, path_, errno);
    const storage::Descriptor descriptor(calls_, number);
    struct stat its {};
    if (fstat(number, &its) != 0) return storage::failure(Operation::open, path_, errno);
    if (its.st_uid != geteuid())
        return {Code::eaccess, storage::failure_context(Operation::open, path_, {},
                                                        "the log belongs to another user")};
    void* const memory = mmap(nullptr, static_cast<std::size_t>(mapped_bytes(size)),
                              PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    if (memory == MAP_FAILED) return storage::failure(Operation::open, path_, errno);
    memory_ = memory;
    size_ = size;
    return {};
}

Slot& LogFile::slot(std::uint64_t number) const {
    auto* const slots = reinterpret_cast<Slot*>(static_cast<std::byte*>(memory_) + control_bytes);
    return slots[number % static_cast<std::uint64_t>(size_.slots)];
}

Status LogFile::renew_lock() {
    return make_lock(page().lock, path_);
}

Status LogFile::sync_pages() {
    if (msync(memory_, static_cast<std::size_t>(mapped_bytes(size_)), MS_SYNC) == 0) return {};
    return storage::failure(Operation::sync, path_, errno);
}

/// The first file goes last: while it is there, the others are found.
Status LogFile::discard(const std::string& path, const storage::SystemCalls& calls) {
    storage::PosixStore store(calls);
    if (Status removed = Ring::remove(store, path); !removed.ok()) return removed;
    const Status removed = store.remove(path);
    return removed.code() == Code::enoent ? Status() : removed;
}

namespace {

Result<bool> is_used(const std::string& path, const storage::SystemCalls& calls) {
    storage::PosixStore store(calls);
    const auto file = store.open_file(path, {.writable = true});
    if (!file.ok()) return file.status();
    return file.value()->is_locked(member_bytes, recoverer);
}

}  // namespace

Result<bool> LogFile::remove(const std::string& path, std::uint64_t id,
                             const storage::SystemCalls& calls) {
    const auto removed = [](const Status& status, bool was_there) {
        return status.ok() ? Result<bool>(was_there) : Result<bool>(status);
    };
    const auto log = open(path, id, calls);
    const bool has_name = is_name_of_log(path.substr(path.rfind('/') + 1), id);
    if (log.code() == Code::enoent) {
        storage::PosixStore store(calls);
        return removed(has_name ? Ring::remove(store, path) : Status(), false);
    }
    const bool is_no_log = log.code() == Code::enotnc || log.code() == Code::eaccess;
    if (is_no_log && !(has_name && is_mine(path))) return false;
    if (!log.ok() && !is_no_log) return log.status();
    const Result<bool> used = log.ok() ? log.value()->is_used() : stage::is_used(path, calls);
    if (!used.ok()) return used.status();
    if (used.value())
        return Status(Code::efile, fmt::format("a program still uses the log \"{}\"", path));
    return removed(discard(path, calls), true);
}

}  // namespace weft::stage
