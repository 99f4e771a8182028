// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/memory_store.hpp"

#include <cerrno>
#include <random>
#include <utility>

#include "storage/answer.hpp"
#include "storage/failure.hpp"
#include "storage/testing/memory_disk.hpp"

namespace weft::storage {
namespace {

using NodeKind = MemoryNode::NodeKind;
}  // namespace

MemoryStore::MemoryStore(Contents contents) : disk_(std::make_shared<Disk>()) {
    disk_->kind = contents;
    for (const char* directory : {"", ".", "/"}) {
        disk_->names[directory] = {.kind = NodeKind::directory, .inode = nullptr, .target = {}};
    }
    disk_->durable_names = disk_->names;
}

MemoryStore::~MemoryStore() = default;

Result<Opened> MemoryStore::open(const std::string& path, const Intent& intent) {
    Result<std::unique_ptr<File>> file = open_alone(path, intent);
    if (!file.ok()) return file.status();
    Opened opened;
    opened.file = std::move(file).value();
    return answer(*this, path, intent, std::move(opened));
}

Result<std::unique_ptr<File>> MemoryStore::open_alone(const std::string& path,
                                                      const Intent& intent) {
    if (intent.truncate && !intent.writable) {
        return Status(Code::einval,
                      failure_context(Operation::open, path, {},
                                      "a file that is opened for reading cannot be truncated"));
    }
    const std::lock_guard guard(disk_->mutex);
    const bool exclusive = intent.create && intent.exclusive;
    std::string name = memory_name(path);
    if (exclusive && disk_->find(name) != nullptr) return failure(Operation::open, path, EEXIST);
    int error_number = disk_->follow(name);
    if (error_number == 0) error_number = disk_->check_place(name);
    if (error_number != 0) return failure(Operation::open, path, error_number);

    const MemoryNode* node = disk_->find(name);
    if (node == nullptr && !intent.create) return failure(Operation::open, path, ENOENT);
    if (node == nullptr) {
        node =
            &(disk_->names[name] = {
                  .kind = NodeKind::file, .inode = std::make_shared<MemoryInode>(), .target = {}});
    }
    if (node->kind == NodeKind::directory) {
        return Status(Code::efile, failure_context(Operation::open, path, {}, "it is a directory"));
    }
    if (intent.truncate) node->inode->contents.resize(0);
    ++disk_->counts.opens;
    return open_memory_file(disk_, node->inode, path, intent.writable);
}

Status MemoryStore::remove(const std::string& path) {
    const std::lock_guard guard(disk_->mutex);
    const std::string name = memory_name(path);
    if (const int error_number = disk_->check_place(name); error_number != 0) {
        return failure(Operation::remove, path, error_number);
    }
    const MemoryNode* node = disk_->find(name);
    if (node == nullptr) return failure(Operation::remove, path, ENOENT);
    if (node->kind == NodeKind::directory) return failure(Operation::remove, path, EISDIR);
    disk_->names.erase(name);
    ++disk_->counts.removes;
    return {};
}

Status MemoryStore::rename(const std::string& from, const std::string& to) {
    const std::lock_guard guard(disk_->mutex);
    const std::string old_name = memory_name(from);
    const std::string new_name = memory_name(to);
    const MemoryNode* node = disk_->find(old_name);
    const MemoryNode* replaced = disk_->find(new_name);
    int error_number = disk_->check_place(old_name);
    if (error_number == 0) error_number = disk_->check_place(new_name);
    if (error_number == 0 && node == nullptr) error_number = ENOENT;
    if (error_number == 0 && node->kind == NodeKind::directory) error_number = EISDIR;
    if (error_number == 0 && replaced != nullptr && replaced->kind == NodeKind::directory) {
        error_number = EISDIR;
    }
    if (error_number != 0) {
        return failure(Operation::rename, from + "\" to \"" + to, error_number);
    }
    if (old_name != new_name) {
        disk_->names[new_name] = MemoryNode(*node);
        disk_->names.erase(old_name);
    }
    ++disk_->counts.renames;
    return {};
}

Status MemoryStore::sync_directory_of(const std::string& path) {
    const std::lock_guard guard(disk_->mutex);
    const std::string directory = memory_directory_of(memory_name(path));
    const MemoryNode* node = disk_->find(directory);
    if (node == nullptr) return failure(Operation::open, directory, ENOENT);
    if (node->kind != NodeKind::directory) return failure(Operation::open, directory, ENOTDIR);
    disk_->sync_directory(directory);
    ++disk_->counts.directory_syncs;
    return {};
}

Result<PathFacts> MemoryStore::inspect(const std::string& path) {
    const std::lock_guard guard(disk_->mutex);
    PathFacts facts;
    facts.block_bytes = SparseBytes::page_bytes;
    facts.coherence = Coherence::coherent;
    facts.locks_between_hosts = true;
    facts.coherence_reason = "one process owns the store";
    facts.file_system = "memory";

    std::string name = memory_name(path);
    const MemoryNode* node = disk_->find(name);
    facts.is_symlink = node != nullptr && node->kind == NodeKind::symlink;
    int error_number = disk_->follow(name);
    if (error_number == 0) error_number = disk_->check_place(name);
    if (error_number == ENOENT) return facts;
    if (error_number != 0) return failure(Operation::inspect, path, error_number);

    node = disk_->find(name);
    facts.exists = node != nullptr;
    facts.is_regular = node != nullptr && node->kind == NodeKind::file;
    if (facts.is_regular) facts.bytes = node->inode->contents.size();
    return facts;
}

Status MemoryStore::make_directory(const std::string& path) {
    const std::lock_guard guard(disk_->mutex);
    const std::string name = memory_name(path);
    if (disk_->find(name) != nullptr) return failure(Operation::open, path, EEXIST);
    if (const int error_number = disk_->check_place(name); error_number != 0) {
        return failure(Operation::open, path, error_number);
    }
    const MemoryNode node{.kind = NodeKind::directory, .inode = nullptr, .target = {}};
    disk_->names[name] = disk_->durable_names[name] = node;
    return {};
}

Status MemoryStore::make_symlink(const std::string& path, const std::string& target) {
    const std::lock_guard guard(disk_->mutex);
    const std::string name = memory_name(path);
    if (disk_->find(name) != nullptr) return failure(Operation::open, path, EEXIST);
    if (const int error_number = disk_->check_place(name); error_number != 0) {
        return failure(Operation::open, path, error_number);
    }
    const MemoryNode node{.kind = NodeKind::symlink, .inode = nullptr, .target = target};
    disk_->names[name] = disk_->durable_names[name] = node;
    return {};
}

void MemoryStore::power_failure(std::optional<std::uint64_t> survivors_seed) {
    const std::lock_guard guard(disk_->mutex);
    if (!survivors_seed) {
        disk_->fail_power([] { return false; });
        return;
    }
    std::mt19937_64 random(*survivors_seed);
    disk_->fail_power([&] { return (random() & 1) != 0; });
}

void MemoryStore::allow_insertion() {
    const std::lock_guard guard(disk_->mutex);
    disk_->insertion_block = page_bytes;
}

MemoryStore::Counts MemoryStore::counts() const {
    const std::lock_guard guard(disk_->mutex);
    return disk_->counts;
}

std::int64_t MemoryStore::occupied_bytes(const std::string& path) const {
    const std::lock_guard guard(disk_->mutex);
    std::string name = memory_name(path);
    const MemoryNode* node = disk_->follow(name) == 0 ? disk_->find(name) : nullptr;
    if (node == nullptr || node->inode == nullptr) return 0;
    return node->inode->contents.page_count() * SparseBytes::page_bytes;
}

Result<Speed> MemoryStore::measure(const std::string& path) {
    return Status(Code::enotsupport, path + ": memory is not measured");
}

}  // namespace weft::storage
