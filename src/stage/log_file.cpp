// SPDX-License-Identifier: BSD-3-Clause
#include "stage/log_file.hpp"

#include <fcntl.h>
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
    return {Code::efile, storage::failure_context(Operation::open, path, {}, why)};
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

Result<LogFacts> facts_in(storage::File& file, const std::string& path, std::uint64_t id) {
    LogFacts facts{};
    const Result<std::int64_t> got = file.read_at(0, std::as_writable_bytes(std::span(&facts, 1)));
    if (!got.ok()) return got.status();
    if (got.value() < std::ssize(std::as_bytes(std::span(&facts, 1))) || facts.magic != log_magic ||
        facts.checksum != checksum_of(facts)) {
        return no_log(path, "it is not the log of a staged file");
    }
    if (facts.id != id) return no_log(path, "it is the log of another job");
    const LogSize expected = LogSize::of(facts.ring_bytes);
    if (facts.ring_bytes != expected.ring_bytes || facts.slots != expected.slots)
        return no_log(path, "the log has sizes that no log has");
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    if (bytes.value() < expected.ring_begin()) return no_log(path, "the log is cut off");
    return facts;
}

}  // namespace

/// A slot for every 4 KiB: smaller records fill the slots first.
LogSize LogSize::of(std::int64_t ring_bytes) {
    constexpr std::int64_t least = 64 << 10;
    constexpr std::int64_t most = std::int64_t{1} << 50;
    LogSize size;
    size.ring_bytes = std::clamp(ring_bytes, least, most) / record_alignment * record_alignment;
    size.slots = std::clamp<std::int64_t>(size.ring_bytes / 4096, 64, 32768);
    return size;
}

std::int64_t LogSize::ring_begin() const {
    constexpr std::int64_t page = 4096;
    const auto slot_bytes = slots * static_cast<std::int64_t>(sizeof(Slot));
    return control_bytes + (slot_bytes + page - 1) / page * page;
}

Result<std::unique_ptr<LogFile>> LogFile::create(const std::string& path, std::uint64_t id,
                                                 const LogSize& size,
                                                 const storage::SystemCalls& calls) {
    std::unique_ptr<LogFile> log(new LogFile(path, calls));
    auto file = log->store_.open_file(path, {.writable = true, .create = true, .exclusive = true});
    if (!file.ok()) return file.status();
    log->file_ = std::move(file).value();
    // Written, so that these pages have room: a process that touches one in its memory cannot be
    // told that the disk is full.
    LogFacts facts{.magic = log_magic,
                   .id = id,
                   .host = storage::this_host(),
                   .slots = size.slots,
                   .ring_bytes = size.ring_bytes,
                   .checksum = 0};
    facts.checksum = checksum_of(facts);
    std::vector<std::byte> first(static_cast<std::size_t>(size.ring_begin()));
    std::memcpy(first.data(), &facts, sizeof facts);
    Status made = log->file_->write_at(0, first);
    if (made.ok()) made = log->map(size);
    if (made.ok()) made = make_lock(log->page().lock, path);
    if (!made.ok()) {
        static_cast<void>(log->remove());
        return made;
    }
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
    const Status mapped = log->map(LogSize::of(facts.value().ring_bytes));
    if (!mapped.ok()) return mapped;
    return log;
}

LogFile::~LogFile() {
    if (memory_ != nullptr) munmap(memory_, static_cast<std::size_t>(size_.ring_begin()));
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
    void* const memory = mmap(nullptr, static_cast<std::size_t>(size.ring_begin()),
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

std::int64_t LogFile::place_of(std::int64_t position) const {
    return size_.ring_begin() + position % size_.ring_bytes;
}

Status LogFile::write(std::int64_t position, std::span<const std::byte> bytes) {
    return file_->write_at(place_of(position), bytes);
}

Status LogFile::read(std::int64_t position, std::span<std::byte> bytes) {
    const Result<std::int64_t> got = file_->read_at(place_of(position), bytes);
    if (!got.ok()) return got.status();
    if (got.value() == std::ssize(bytes)) return {};
    return {Code::eread,
            storage::failure_context(Operation::read, path_,
                                     storage::extent_of(place_of(position), bytes.size()),
                                     "the log ends before its record")};
}

Status LogFile::renew_lock() {
    return make_lock(page().lock, path_);
}

Status LogFile::sync_pages() {
    if (msync(memory_, static_cast<std::size_t>(size_.ring_begin()), MS_SYNC) == 0) return {};
    return storage::failure(Operation::sync, path_, errno);
}

Status LogFile::remove() {
    const Status removed = store_.remove(path_);
    return removed.code() == Code::enoent ? Status() : removed;
}

namespace {

/// Whether a file has the name of a log of `id`, and belongs to this user.
bool is_remnant(const std::string& path, std::uint64_t id) {
    struct stat its {};
    const std::string name = path.substr(path.rfind('/') + 1);
    return name.starts_with(name_of_logs(id)) && lstat(path.c_str(), &its) == 0 &&
           S_ISREG(its.st_mode) && its.st_uid == geteuid();
}

Status remove_there(const std::string& path, const storage::SystemCalls& calls) {
    const Status removed = storage::PosixStore(calls).remove(path);
    return removed.code() == Code::enoent ? Status() : removed;
}

}  // namespace

Status LogFile::remove(const std::string& path, std::uint64_t id,
                       const storage::SystemCalls& calls) {
    const auto log = open(path, id, calls);
    if (log.code() == Code::enoent) return {};
    if (!log.ok()) return is_remnant(path, id) ? remove_there(path, calls) : log.status();
    const Result<bool> used = log.value()->is_used();
    if (!used.ok()) return used.status();
    if (used.value()) return no_log(path, "a program uses the log");
    return log.value()->remove();
}

}  // namespace weft::stage
