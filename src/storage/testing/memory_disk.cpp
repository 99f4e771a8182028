// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/memory_disk.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "storage/path_prefix.hpp"

namespace weft::storage {
namespace {

constexpr std::size_t max_name_bytes = 255;  // as on Linux
constexpr int max_links_followed = 40;

// The contents after a power failure. Several names may share one inode, so each is replaced once.
class Survivors {
public:
    explicit Survivors(const std::function<bool()>& coin) : coin_(coin) {}

    std::shared_ptr<MemoryInode> of(const std::shared_ptr<MemoryInode>& inode) {
        std::shared_ptr<MemoryInode>& survivor = survivors_[inode];
        if (survivor == nullptr) {
            survivor = std::make_shared<MemoryInode>();
            survivor->durable = SparseBytes::mixture(inode->durable, inode->contents, coin_);
            survivor->contents = survivor->durable;
        }
        return survivor;
    }

private:
    const std::function<bool()>& coin_;
    std::map<std::shared_ptr<MemoryInode>, std::shared_ptr<MemoryInode>> survivors_;
};

// `older` with those changes of `newer` for which `coin` says true.
MemoryNames mixed_names(const MemoryNames& older, const MemoryNames& newer,
                        const std::function<bool()>& coin) {
    MemoryNames mixed = older;
    for (const auto& [name, node] : newer) {
        const auto old = older.find(name);
        if ((old == older.end() || old->second != node) && coin()) mixed[name] = node;
    }
    for (const auto& [name, node] : older) {
        if (!newer.contains(name) && coin()) mixed.erase(name);
    }
    return mixed;
}

}  // namespace

const MemoryNode* MemoryStore::Disk::find(const std::string& name) const {
    const auto found = names.find(name);
    return found == names.end() ? nullptr : &found->second;
}

int MemoryStore::Disk::follow(std::string& name) const {
    for (int i = 0; i < max_links_followed; ++i) {
        const MemoryNode* node = find(name);
        if (node == nullptr || node->kind != MemoryNode::NodeKind::symlink) return 0;
        const std::filesystem::path directory = memory_directory_of(name);
        name = (directory / node->target).lexically_normal().string();
    }
    return ELOOP;
}

int MemoryStore::Disk::check_place(const std::string& name) const {
    if (name.empty()) return ENOENT;
    const MemoryNode* directory = find(memory_directory_of(name));
    if (directory == nullptr) return ENOENT;
    if (directory->kind != MemoryNode::NodeKind::directory) return ENOTDIR;
    const std::size_t name_bytes = std::filesystem::path(name).filename().string().size();
    return name_bytes > max_name_bytes ? ENAMETOOLONG : 0;
}

void MemoryStore::Disk::sync_directory(const std::string& directory) {
    const auto is_inside = [&](const auto& entry) {
        return memory_directory_of(entry.first) == directory;
    };
    std::erase_if(durable_names, is_inside);
    for (const auto& entry : names) {
        if (is_inside(entry)) durable_names.insert(entry);
    }
}

void MemoryStore::Disk::fail_power(const std::function<bool()>& coin) {
    MemoryNames after = mixed_names(durable_names, names, coin);
    Survivors survivors(coin);
    for (auto& [name, node] : after) {
        if (node.inode != nullptr) node.inode = survivors.of(node.inode);
    }
    names = after;
    durable_names = std::move(after);
    ++power_failures;
    lock_released.notify_all();
}

bool MemoryStore::Disk::is_free(const MemoryInode& inode, const File* holder, std::int64_t begin,
                                std::int64_t end) {
    return std::none_of(inode.locks.begin(), inode.locks.end(), [&](const LockedRange& range) {
        return range.holder != holder && range.begin < end && begin < range.end;
    });
}

std::string memory_name(std::string_view path) {
    return std::filesystem::path(strip_path_prefix(path)).lexically_normal().string();
}

std::string memory_directory_of(const std::string& name) {
    return std::filesystem::path(name).parent_path().string();
}

}  // namespace weft::storage
