// SPDX-License-Identifier: BSD-3-Clause
#include "storage/file_system.hpp"

#include <gtest/gtest.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <set>
#include <sstream>

#include "storage/failure.hpp"
#include "storage/posix_store.hpp"

namespace weft::storage {
namespace {

TEST(FileSystem, TypesAreListedOnceWithAReason) {
    std::set<std::string> names;
    for (const FileSystem& entry : known_file_systems()) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_STRNE(entry.name, "");
        EXPECT_STRNE(entry.reason, "");
        const FileSystem& found = std::string_view(entry.name).starts_with("fuse.")
                                      ? fuse_file_system(entry.name)
                                      : file_system_of(entry.magic, 0);
        EXPECT_EQ(std::string(found.name), entry.name) << "a number that stands for two types";
    }
}

TEST(FileSystem, NumbersAreThoseOfTheKernel) {
    EXPECT_STREQ(file_system_of(EXT4_SUPER_MAGIC, 0).name, "ext4");
    EXPECT_STREQ(file_system_of(TMPFS_MAGIC, 0).name, "tmpfs");
    EXPECT_STREQ(file_system_of(XFS_SUPER_MAGIC, 0).name, "xfs");
    EXPECT_STREQ(file_system_of(BTRFS_SUPER_MAGIC, 0).name, "btrfs");
    EXPECT_STREQ(file_system_of(OVERLAYFS_SUPER_MAGIC, 0).name, "overlay");
    EXPECT_STREQ(file_system_of(NFS_SUPER_MAGIC, 0).name, "nfs");
    EXPECT_STREQ(file_system_of(CEPH_SUPER_MAGIC, 0).name, "ceph");
    EXPECT_STREQ(file_system_of(F2FS_SUPER_MAGIC, 0).name, "f2fs");
    EXPECT_STREQ(file_system_of(FUSE_SUPER_MAGIC, 0).name, "fuse");
    EXPECT_STREQ(file_system_of(AFS_SUPER_MAGIC, 0).name, "afs");
    EXPECT_STREQ(file_system_of(V9FS_MAGIC, 0).name, "9p");
    EXPECT_STREQ(file_system_of(OCFS2_SUPER_MAGIC, 0).name, "ocfs2");
}

TEST(FileSystem, IsUnknownWhenNothingIsPromised) {
    EXPECT_EQ(file_system_of(0x12345678, 0).coherence, Coherence::unknown);
    EXPECT_STREQ(file_system_of(0x12345678, 0).name, "");
    EXPECT_STREQ(fuse_file_system("fuse.nobody-knows").name, "fuse");
    EXPECT_EQ(fuse_file_system("").coherence, Coherence::unknown);
    EXPECT_EQ(fuse_file_system("fuse.glusterfs").coherence, Coherence::weak);
    EXPECT_STREQ(fuse_file_system("ext4").name, "fuse");
}

TEST(FileSystem, TypeIsFoundAmongTheMounts) {
    std::istringstream mounts(
        "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
        "23 22 0:47 / /vol\\040a rw shared:2 master:3 - fuse.glusterfs host:/v rw,user_id=0\n"
        "24 22 0:48 / /broken rw\n");
    EXPECT_EQ(mounted_type(mounts, makedev(0, 47)), "fuse.glusterfs");
    mounts.clear();
    mounts.seekg(0);
    EXPECT_EQ(mounted_type(mounts, makedev(254, 0)), "ext4");
    mounts.clear();
    mounts.seekg(0);
    EXPECT_EQ(mounted_type(mounts, makedev(0, 48)), "");
    mounts.clear();
    mounts.seekg(0);
    EXPECT_EQ(mounted_type(mounts, makedev(0, 4)), "");
}

TEST(FileSystem, OfProcIsNotForFiles) {
    PosixStore store;
    const PathFacts facts = store.inspect("/proc/self/status").value();
    EXPECT_EQ(facts.file_system, "");
    EXPECT_EQ(facts.coherence, Coherence::unknown);
}

TEST(Failure, HasACodeForEachOperation) {
    for (int i = 0; i < operation_count; ++i) {
        const auto operation = static_cast<Operation>(i);
        EXPECT_EQ(code_of(operation, ENOSPC), Code::eno_space);
        EXPECT_EQ(code_of(operation, EDQUOT), Code::equota);
        EXPECT_EQ(code_of(operation, ENOMEM), Code::enomem);
    }
    EXPECT_EQ(code_of(Operation::read, EIO), Code::eread);
    EXPECT_EQ(code_of(Operation::write, EIO), Code::ewrite);
    EXPECT_EQ(code_of(Operation::close, EIO), Code::ewrite);
    EXPECT_EQ(code_of(Operation::open, EIO), Code::efile);
    EXPECT_EQ(code_of(Operation::open, EROFS), Code::eaccess);
    EXPECT_EQ(code_of(Operation::remove, EPERM), Code::eaccess);
    EXPECT_EQ(code_of(Operation::lock, EIO), Code::efile);
    for (const int error : {ENOLCK, EOPNOTSUPP, EINVAL, ENOSYS}) {
        EXPECT_EQ(code_of(Operation::lock, error), Code::enotsupport);
    }
}

TEST(Failure, SaysWhatWhereAndWhy) {
    const Status status =
        failure(Operation::write, "/data/a.nc", ENOSPC, Extent{.offset = 4096, .length = 100});
    EXPECT_EQ(status.context(),
              "write \"/data/a.nc\", offset 4096, length 100: No space left on device");
}

}  // namespace
}  // namespace weft::storage
