// SPDX-License-Identifier: BSD-3-Clause
// "Measured" below means: stale reads and locks were tried with one file, two hosts and default
// mount options. What was neither measured nor promised by the maker is unknown, and the engine
// then assumes the worst.
#include "storage/file_system.hpp"

#include <sys/sysmacros.h>

#include <fstream>
#include <sstream>

#include "storage/lustre.hpp"

namespace weft::storage {
namespace {

constexpr std::uint32_t fuse_magic = 0x65735546;
constexpr const char* dlm = "a distributed lock manager keeps the caches of all hosts coherent";
constexpr const char* not_measured = "its caching between hosts has not been measured";

constexpr Coherence coherent = Coherence::coherent;
constexpr Coherence close_to_open = Coherence::close_to_open;
constexpr Coherence weak = Coherence::weak;
constexpr Coherence unknown = Coherence::unknown;

constexpr FileSystem of_one_host(std::uint32_t magic, const char* name,
                                 const char* reason = "one host owns the file system") {
    return {magic, name, coherent, true, reason, 0, true};
}

constexpr FileSystem table[] = {
    of_one_host(0x0000ef53, "ext4"),  // ext2 and ext3, too
    of_one_host(0x58465342, "xfs"),
    of_one_host(0x9123683e, "btrfs"),
    of_one_host(0x2fc12fc1, "zfs"),
    of_one_host(0xca451a4e, "bcachefs"),
    of_one_host(0xf2f52010, "f2fs"),
    of_one_host(0x3153464a, "jfs"),
    of_one_host(0x52654973, "reiserfs"),
    of_one_host(0x01021994, "tmpfs"),
    of_one_host(0x858458f6, "ramfs"),
    of_one_host(0x2011bab0, "exfat"),
    of_one_host(0x00004d44, "vfat"),
    of_one_host(0x7366746e, "ntfs3"),
    of_one_host(0x794c7630, "overlay", "its writable layer belongs to one mount of one host"),
    {lustre::file_system_type, "lustre", coherent, false,
     "its lock manager keeps caches coherent; the mount "
     "option flock decides about locks between hosts"},
    {0x47504653, "gpfs", coherent, true, dlm},
    {0x01161970, "gfs2", coherent, true, dlm},
    {0x7461636f, "ocfs2", coherent, true, dlm},
    {0x20030528, "pvfs2", coherent, false,
     "measured: clients do not cache data; locks stay within a host"},
    {0x00006969, "nfs", close_to_open, true,
     "measured: an open file reads stale data until it is opened again"},
    {0x5346414f, "afs", close_to_open, false,
     "clients send data to the server when the file is closed"},
    {0x00c36400, "ceph", weak, true,
     "measured: stale reads even after fsync unless its page cache is off"},
    {0x19830326, "beegfs", unknown, false, not_measured},
    {0xaad7aaea, "panfs", unknown, false, not_measured},
    {0xff534d42, "cifs", unknown, false, not_measured},
    {0xfe534d42, "smb3", unknown, false, not_measured},
    {0x01021997, "9p", unknown, false, not_measured},
    {fuse_magic, "fuse", unknown, false, "anything can be behind FUSE"},
    {fuse_magic, "fuse.glusterfs", weak, true,
     "measured: stale reads even after open and under locks unless its caches are off", 1.1},
    {fuse_magic, "fuse.ceph-fuse", weak, true,
     "measured: stale reads even after fsync unless its page cache is off"},
    {fuse_magic, "fuse.juicefs", close_to_open, true,
     "measured: an open file reads stale data, also under locks"},
    {fuse_magic, "fuse.mfs", close_to_open, false, "measured: an open file reads stale data"},
    {fuse_magic, "fuse.sshfs", close_to_open, false,
     "measured: an open file reads stale data; no locks between hosts"},
};

constexpr FileSystem not_known = {0, "", unknown, false,
                                  "the type of the file system is not known"};

const FileSystem& first_with(std::uint32_t magic) {
    for (const FileSystem& entry : table) {
        if (entry.magic == magic) return entry;
    }
    return not_known;
}

}  // namespace

std::span<const FileSystem> known_file_systems() {
    return table;
}

const FileSystem& file_system_of(std::uint32_t magic, dev_t device) {
    if (magic != fuse_magic) return first_with(magic);
    std::ifstream mounts("/proc/self/mountinfo");
    return fuse_file_system(mounted_type(mounts, device));
}

const FileSystem& fuse_file_system(std::string_view name) {
    for (const FileSystem& entry : table) {
        if (entry.magic == fuse_magic && entry.name == name) return entry;
    }
    return first_with(fuse_magic);
}

// A line has: id, parent, major:minor, root, mount point, options, optional fields, "-", type,
// source, ... White space in names is escaped, so a field is a word.
std::string mounted_type(std::istream& mounts, dev_t device) {
    const std::string wanted = std::to_string(major(device)) + ":" + std::to_string(minor(device));
    std::string line;
    while (std::getline(mounts, line)) {
        std::istringstream words(line);
        std::string id, parent, numbers, word;
        words >> id >> parent >> numbers;
        if (numbers != wanted) continue;
        while (words >> word && word != "-") continue;
        return words >> word ? word : std::string();
    }
    return {};
}

}  // namespace weft::storage
