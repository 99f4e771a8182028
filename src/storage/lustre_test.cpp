// SPDX-License-Identifier: BSD-3-Clause
// Files made in a folder that answers as Lustre is said to; no real one was asked.
#include "storage/lustre.hpp"

#include <gtest/gtest.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <filesystem>

#include "storage/lustre_layout.hpp"
#include "storage/posix_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"
#include "storage/test_fake_lustre.hpp"

namespace weft::storage::lustre {
namespace {

constexpr std::int64_t mebi = 1 << 20;

/// The calls that a client of Lustre gets, of which the n-th that is not plain POSIX may fail.
class LustreCalls final : public SystemCalls {
public:
    LustreCalls(const std::string& folder, FakeLustre::Ways ways)
        : fake_(folder, std::move(ways)) {}

    void fail(int call, int error) { failing_ = call, error_ = error, calls_ = 0; }
    [[nodiscard]] int calls() const { return calls_; }
    [[nodiscard]] const FakeLustre& fake() const { return fake_; }

    int open(const char* path, int flags, mode_t mode) const override {
        if ((flags & O_DIRECTORY) != 0 && fails()) return -1;
        return fake_.open(path, flags,
                          [&](int real) { return SystemCalls::open(path, real, mode); });
    }
    int reopen(int fd, int flags) const override {
        if (fails()) return -1;
        const std::string path =
            std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd));
        return fake_.open(path, flags, [&](int real) { return SystemCalls::reopen(fd, real); });
    }
    int statfs(const char* path, struct statfs* facts) const override {
        if (fails()) return -1;
        const int told = SystemCalls::statfs(path, facts);
        if (told == 0) facts->f_type = file_system_type;
        return told;
    }
    ssize_t getxattr(const char* path, const char* name, void* bytes,
                     std::size_t room) const override {
        if (fails()) return -1;
        ssize_t length = -1;
        errno = std::string(name) == "lustre.lov" ? fake_.get_layout(path, bytes, room, length)
                                                  : ENODATA;
        return length;
    }
    ssize_t fgetxattr(int fd, const char* name, void* bytes, std::size_t room) const override {
        if (fails()) return -1;
        struct stat facts {};
        if (SystemCalls::fstat(fd, &facts) < 0) return -1;
        ssize_t length = -1;
        errno = std::string(name) == "lustre.lov"
                    ? fake_.get_layout(facts.st_ino, bytes, room, length)
                    : ENODATA;
        return length;
    }
    int control(int fd, unsigned long request, void* argument) const override {
        if (fails()) return -1;
        if (request == _IOW('f', 154, long))
            errno = fake_.set_layout(fd, argument);
        else if (request == _IOR('f', 168, long))
            errno = fake_.count_targets(static_cast<int*>(argument));
        else
            errno = ENOTTY;
        return errno == 0 ? 0 : -1;
    }
    ssize_t pwrite(int fd, const void* bytes, std::size_t length, off_t offset) const override {
        if (fake_.has_layout(fd)) return SystemCalls::pwrite(fd, bytes, length, offset);
        errno = EBADF;
        return -1;
    }
    int ftruncate(int fd, off_t length) const override {
        if (fake_.has_layout(fd)) return SystemCalls::ftruncate(fd, length);
        errno = EBADF;
        return -1;
    }

private:
    [[nodiscard]] bool fails() const {
        if (++calls_ != failing_) return false;
        errno = error_;
        return true;
    }

    FakeLustre fake_;
    int failing_ = 0;
    int error_ = 0;
    mutable int calls_ = 0;
};

class LustreFiles : public testing::Test {
protected:
    void answer(FakeLustre::Ways ways) { calls_.emplace(directory_.path(), std::move(ways)); }

    /// Makes a file, and writes to it. What it is said to lie like.
    Result<Striping> make(const StripingWish& wish, const std::string& name = "new") {
        PosixStore store(*calls_);
        Result<Opened> opened =
            store.open(directory_.file(name),
                       {.writable = true, .create = true, .truncate = true, .striped = true});
        if (!opened.ok()) return opened.status();
        awaited_ = opened.value().awaits_striping;
        File& file = *opened.value().file;
        Result<Striping> striping = file.stripe(wish);
        if (!striping.ok()) return striping;
        Status written = file.write_at(100, bytes_of("bytes"));
        written.keep_first(file.resize(2000));
        written.keep_first(file.close());
        if (!written.ok()) return written;
        EXPECT_EQ(std::filesystem::file_size(directory_.file(name)), 2000);
        return striping;
    }
    Striping made(const StripingWish& wish, const std::string& name = "new") {
        const Result<Striping> striping = make(wish, name);
        EXPECT_TRUE(striping.ok()) << striping.status().context();
        return striping.ok() ? striping.value() : Striping{};
    }
    Striping found(const std::string& name = "new") {
        const Result<PathFacts> facts = PosixStore(*calls_).inspect(directory_.file(name));
        EXPECT_TRUE(facts.ok());
        return facts.ok() ? facts.value().striping : Striping{};
    }

    TestDirectory directory_;
    std::optional<LustreCalls> calls_;
    bool awaited_ = false;
};

TEST_F(LustreFiles, AreStripedAsIsWished) {
    answer({});
    const Striping expected{.stripe_bytes = mebi, .stripes = 3, .targets = 3, .first_target = 0};
    EXPECT_EQ(made({.writers = 3}), expected);
    EXPECT_TRUE(awaited_);
    EXPECT_EQ(found(), expected);
    EXPECT_EQ(made({.stripes = 2, .stripe_bytes = 4 * mebi, .first_target = 6}, "other"),
              (Striping{.stripe_bytes = 4 * mebi, .stripes = 2, .targets = 2, .first_target = 6}));
}

TEST_F(LustreFiles, HaveNoMoreStripesThanThereAreTargets) {
    for (const bool counts_targets : {true, false}) {
        answer({.targets = 4, .counts_targets = counts_targets});
        EXPECT_EQ(made({.writers = 60}, counts_targets ? "counted" : "not").stripes, 4);
    }
    answer({.targets = 4, .out_of_use = {1, 2}});
    EXPECT_EQ(made({.writers = 60}, "few").stripes, 2);
}

TEST_F(LustreFiles, HaveSeveralStripesOnATarget) {
    answer({.targets = 4});
    const Striping striping = made({.stripes = 6, .stripes_per_target = 3, .first_target = 3});
    EXPECT_EQ(striping,
              (Striping{.stripe_bytes = mebi, .stripes = 6, .targets = 2, .first_target = 3}));
    // If one of the targets is out of use, Lustre chooses.
    answer({.targets = 4, .out_of_use = {3}});
    EXPECT_EQ(made({.stripes = 6, .stripes_per_target = 3, .first_target = 3}, "other").targets, 3);
}

TEST_F(LustreFiles, GoElsewhereWhereATargetIsOutOfUse) {
    answer({.targets = 4, .out_of_use = {2}});
    EXPECT_EQ(made({.stripes = 2, .first_target = 2}),
              (Striping{.stripe_bytes = mebi, .stripes = 2, .targets = 2, .first_target = 0}));
    answer({.targets = 4, .counts_targets = false});
    EXPECT_EQ(made({.stripes = 2, .first_target = 70}, "far").first_target, 0);
}

TEST_F(LustreFiles, StayInTheFoldersPool) {
    answer({.folder = published({.magic = 0x0bd30bd0, .stripe_count = 1}, {}, "flash")});
    made({.writers = 2});
    const auto layout = calls_->fake().layout_of(directory_.file("new"));
    ASSERT_TRUE(layout);
    const Result<Layout> read = read_layout(*layout);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().at(0).pool, "flash");
    EXPECT_EQ(read.value().at(0).stripes, 2);
}

TEST_F(LustreFiles, LieAsTheirFoldersSayWhereThatIsWished) {
    answer({.folder = published({.stripe_size = 2 * mebi, .stripe_count = 5}), .stripes = 2});
    EXPECT_EQ(made({.inherits = true, .writers = 7}).stripes, 2) << "as Lustre would have it";
    EXPECT_EQ(made({.inherits = true, .stripe_bytes = 8 * mebi}, "other"),
              (Striping{.stripe_bytes = 8 * mebi, .stripes = 5, .targets = 5, .first_target = 0}));
}

TEST_F(LustreFiles, LieAsTheirFoldersSayWhereNothingIsGranted) {
    for (const int error : {EOPNOTSUPP, ENOTTY, EINVAL, ENOSPC, EPERM, EACCES, ENODEV, EIO}) {
        answer({.refusal = error});
        const std::string name = std::to_string(error);
        EXPECT_EQ(
            made({.writers = 3}, name),
            (Striping{.stripe_bytes = 4 * mebi, .stripes = 1, .targets = 1, .first_target = 0}))
            << error;
    }
}

TEST_F(LustreFiles, KeepTheLayoutThatTheyHave) {
    answer({});
    made({.stripes = 2});
    EXPECT_FALSE(made({.stripes = 5}).is_known()) << "nothing was to be done";
    EXPECT_FALSE(awaited_);
    EXPECT_EQ(found().stripes, 2);
    // Another process was faster.
    PosixStore store(*calls_);
    auto opened =
        store.open(directory_.file("raced"), {.writable = true, .create = true, .striped = true});
    ASSERT_TRUE(opened.ok());
    ASSERT_TRUE(store.open_file(directory_.file("raced"), to_write).ok());
    const auto striping = opened.value().file->stripe({.stripes = 5});
    ASSERT_TRUE(striping.ok());
    EXPECT_EQ(striping.value().stripes, 1);
}

TEST_F(LustreFiles, AreLeftAloneByWhoDoesNotAskForStripes) {
    answer({.stripes = 3});
    PosixStore store(*calls_);
    auto opened = store.open(directory_.file("new"), {.writable = true, .create = true});
    ASSERT_TRUE(opened.ok());
    EXPECT_FALSE(opened.value().awaits_striping);
    EXPECT_TRUE(opened.value().file->write_at(0, bytes_of("bytes")).ok());
    EXPECT_EQ(found().stripes, 3);
}

TEST_F(LustreFiles, ThatCannotBeAskedAreNotKnown) {
    answer({});
    EXPECT_TRUE(made({.writers = 2}).is_known());
    calls_->fail(2, ENODATA);  // behind statfs
    EXPECT_FALSE(found().is_known());
}

/// If any call fails, the file exists and takes bytes, or create reports why not.
TEST_F(LustreFiles, SurviveTheFailureOfAnyCall) {
    const StripingWish wish{.stripes_per_target = 2, .first_target = 1, .writers = 3};
    answer({});
    calls_->fail(0, 0);
    made(wish);
    const int all = calls_->calls();
    ASSERT_GE(all, 5);
    int failures = 0;
    for (const int refusal : {0, EINVAL}) {
        for (int call = 1; call <= all + 4; ++call) {
            for (const int error : {EIO, ENOTTY, EINVAL, EMFILE}) {
                answer({.refusal = refusal});
                const std::string name = std::to_string(refusal) + "." + std::to_string(call) +
                                         "." + std::to_string(error);
                SCOPED_TRACE(name);
                calls_->fail(call, error);
                const Result<Striping> striping = make(wish, name);
                if (striping.ok()) continue;
                ++failures;
                EXPECT_NE(striping.status().context(), "");
                EXPECT_NE(refusal, 0) << "it could have had the folder's layout";
            }
        }
    }
    EXPECT_GT(failures, 0) << "no layout at all";
}

TEST(LustreElsewhere, NothingIsStripedWhereThereIsNoLustre) {
    const TestDirectory directory;
    PosixStore store;
    auto opened = store.open(directory.file("new"),
                             {.writable = true, .create = true, .striped = true, .facts = true});
    ASSERT_TRUE(opened.ok());
    EXPECT_FALSE(opened.value().awaits_striping);
    EXPECT_FALSE(opened.value().facts->striping.is_known());
    const auto striping = opened.value().file->stripe({.stripes = 5});
    ASSERT_TRUE(striping.ok());
    EXPECT_FALSE(striping.value().is_known());
}

}  // namespace
}  // namespace weft::storage::lustre
