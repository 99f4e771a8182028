// SPDX-License-Identifier: BSD-3-Clause
// What every store promises about names.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "storage/test_bytes.hpp"
#include "storage/test_places.hpp"

namespace weft::storage {
namespace {

class NamesConformance : public StoreConformance {};

INSTANTIATE_TEST_SUITE_P(Stores, NamesConformance, testing::ValuesIn(writable_places()),
                         [](const auto& place) { return std::string(place.param.name); });

TEST_P(NamesConformance, SaysThatAFileIsMissing) {
    EXPECT_EQ(store().open_file(in_room("none"), to_read).code(), Code::enoent);
    EXPECT_EQ(store().open_file(in_room("none"), to_write).code(), Code::enoent);
    EXPECT_EQ(store().remove(in_room("none")).code(), Code::enoent);
    EXPECT_EQ(store().rename(in_room("none"), in_room("b")).code(), Code::enoent);
    EXPECT_EQ(store().open_file("", to_read).code(), Code::enoent);
    const Result<std::unique_ptr<File>> missing = store().open_file(in_room("none"), to_read);
    EXPECT_NE(missing.status().context().find(in_room("none")), std::string::npos);
}

TEST_P(NamesConformance, SaysThatADirectoryIsMissing) {
    EXPECT_EQ(store().open_file(in_room("no/such"), to_create).code(), Code::enoent);
    EXPECT_EQ(store().sync_directory_of(in_room("no/such")).code(), Code::enoent);
    put_text(store(), in_room("a"), "text");
    EXPECT_EQ(store().rename(in_room("a"), in_room("no/such")).code(), Code::enoent);
    EXPECT_EQ(get_text(store(), in_room("a")), "text");
}

TEST_P(NamesConformance, RefusesAPathThroughAFile) {
    put_text(store(), in_room("a"), "text");
    EXPECT_EQ(store().open_file(in_room("a/b"), to_create).code(), Code::efile);
    EXPECT_EQ(store().remove(in_room("a/b")).code(), Code::efile);
}

TEST_P(NamesConformance, RefusesNamesThatAreTooLong) {
    EXPECT_EQ(store().open_file(in_room(std::string(256, 'n')), to_create).code(), Code::ebad_file);
    EXPECT_TRUE(store().open_file(in_room(std::string(255, 'n')), to_create).ok());
}

TEST_P(NamesConformance, CreatesExclusively) {
    { const auto first = opened(store(), in_room("a"), to_create_new); }
    EXPECT_EQ(store().open_file(in_room("a"), to_create_new).code(), Code::eexist);
    EXPECT_TRUE(store().open_file(in_room("a"), to_create).ok());
    place_->make_directory(in_room("dir"));
    EXPECT_EQ(store().open_file(in_room("dir"), to_create_new).code(), Code::eexist);
}

TEST_P(NamesConformance, TruncatesOnlyWhenAsked) {
    put_text(store(), in_room("a"), "text");
    { const auto kept = opened(store(), in_room("a"), to_create); }
    EXPECT_EQ(get_text(store(), in_room("a")), "text");
    EXPECT_EQ(store().open_file(in_room("a"), {.truncate = true}).code(), Code::einval);
    EXPECT_EQ(get_text(store(), in_room("a")), "text");
    { const auto cut = opened(store(), in_room("a"), {.writable = true, .truncate = true}); }
    EXPECT_EQ(get_text(store(), in_room("a")), "");
}

TEST_P(NamesConformance, RemovesTheNameButNotTheOpenFile) {
    const auto file = opened(store(), in_room("a"), to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of("text")).ok());
    ASSERT_TRUE(store().remove(in_room("a")).ok());
    EXPECT_EQ(store().open_file(in_room("a"), to_read).code(), Code::enoent);
    EXPECT_EQ(text_at(*file, 0, 4), "text");
}

TEST_P(NamesConformance, RenamesOverAnotherFile) {
    put_text(store(), in_room("new"), "new");
    put_text(store(), in_room("old"), "old");
    const auto held = opened(store(), in_room("old"), to_read);
    ASSERT_TRUE(store().rename(in_room("new"), in_room("old")).ok());
    EXPECT_EQ(get_text(store(), in_room("old")), "new");
    EXPECT_EQ(text_at(*held, 0, 3), "old");
    EXPECT_EQ(store().open_file(in_room("new"), to_read).code(), Code::enoent);
    ASSERT_TRUE(store().rename(in_room("old"), in_room("old")).ok());
    EXPECT_EQ(get_text(store(), in_room("old")), "new");
}

TEST_P(NamesConformance, RefusesDirectories) {
    place_->make_directory(in_room("dir"));
    EXPECT_EQ(store().open_file(in_room("dir"), to_read).code(), Code::efile);
    EXPECT_EQ(store().open_file(in_room("dir"), to_write).code(), Code::efile);
    EXPECT_EQ(store().open_file(in_room("dir"), to_create).code(), Code::efile);
    EXPECT_EQ(store().remove(in_room("dir")).code(), Code::efile);
    put_text(store(), in_room("a"), "text");
    EXPECT_EQ(store().rename(in_room("a"), in_room("dir")).code(), Code::efile);
}

TEST_P(NamesConformance, FollowsSymlinksToTheirTarget) {
    put_text(store(), in_room("target"), "text");
    place_->make_symlink(in_room("absolute"), in_room("target"));
    place_->make_symlink(in_room("relative"), "target");
    EXPECT_EQ(get_text(store(), in_room("absolute")), "text");
    { const auto cut = opened(store(), in_room("relative"), {.writable = true, .truncate = true}); }
    EXPECT_EQ(get_text(store(), in_room("target")), "");
    ASSERT_TRUE(store().remove(in_room("relative")).ok());
    EXPECT_TRUE(store().inspect(in_room("target")).value().exists);
}

TEST_P(NamesConformance, TreatsDanglingAndCircularLinks) {
    place_->make_symlink(in_room("dangling"), "none");
    EXPECT_EQ(store().open_file(in_room("dangling"), to_read).code(), Code::enoent);
    EXPECT_EQ(store().open_file(in_room("dangling"), to_create_new).code(), Code::eexist);
    EXPECT_TRUE(store().open_file(in_room("dangling"), to_create).ok());
    EXPECT_TRUE(store().inspect(in_room("none")).value().is_regular);
    place_->make_symlink(in_room("circle"), "circle");
    EXPECT_EQ(store().open_file(in_room("circle"), to_read).code(), Code::efile);
    EXPECT_EQ(store().inspect(in_room("circle")).code(), Code::efile);
}

TEST_P(NamesConformance, InspectsWhatAPathNames) {
    put_text(store(), in_room("a"), "text");
    place_->make_directory(in_room("dir"));
    place_->make_symlink(in_room("link"), "a");
    place_->make_symlink(in_room("dangling"), "none");

    const PathFacts file = store().inspect(in_room("a")).value();
    EXPECT_TRUE(file.exists && file.is_regular && !file.is_symlink);
    EXPECT_EQ(file.bytes, 4);
    EXPECT_GE(file.block_bytes, 512);
    EXPECT_STRNE(file.coherence_reason, "");
    const PathFacts link = store().inspect(in_room("link")).value();
    EXPECT_TRUE(link.exists && link.is_regular && link.is_symlink);
    EXPECT_EQ(link.bytes, 4);
    const PathFacts directory = store().inspect(in_room("dir")).value();
    EXPECT_TRUE(directory.exists && !directory.is_regular);
    const PathFacts dangling = store().inspect(in_room("dangling")).value();
    EXPECT_TRUE(!dangling.exists && !dangling.is_regular && dangling.is_symlink);
}

TEST_P(NamesConformance, InspectsWhereAMissingFileWouldBe) {
    put_text(store(), in_room("a"), "text");
    const PathFacts there = store().inspect(in_room("a")).value();
    const PathFacts missing = store().inspect(in_room("b")).value();
    EXPECT_FALSE(missing.exists || missing.is_regular || missing.is_symlink);
    EXPECT_EQ(missing.file_system, there.file_system);
    EXPECT_EQ(missing.coherence, there.coherence);
    EXPECT_EQ(missing.block_bytes, there.block_bytes);
    EXPECT_FALSE(store().inspect(in_room("no/such")).value().exists);
}

TEST_P(NamesConformance, TakesPathsWithAFileSystemPrefix) {
    put_text(store(), "ufs:" + in_room("a"), "text");
    EXPECT_EQ(get_text(store(), in_room("a")), "text");
    EXPECT_TRUE(store().inspect("lustre:" + in_room("a")).value().exists);
    EXPECT_TRUE(store().sync_directory_of("nfs:" + in_room("a")).ok());
    ASSERT_TRUE(store().rename("gpfs:" + in_room("a"), "xfs:" + in_room("b:c")).ok());
    ASSERT_TRUE(store().remove("ime:" + in_room("b:c")).ok());
    EXPECT_FALSE(store().inspect(in_room("b:c")).value().exists);
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST_P(NamesConformance, TellsInOneAnswerWhatIsAskedOfAFile) {
    put_text(store(), in_room("a"), "0123456789");
    Result<Opened> told =
        store().open(in_room("a"), {.facts = true, .head_bytes = 4, .tail_bytes = 3});
    ASSERT_TRUE(told.ok()) << told.status().context();
    ASSERT_TRUE(told.value().facts);
    const PathFacts known = store().inspect(in_room("a")).value();
    EXPECT_EQ(told.value().facts->bytes, 10);
    EXPECT_EQ(told.value().facts->device, known.device);
    EXPECT_EQ(told.value().facts->file_system, known.file_system);
    EXPECT_EQ(text_of(told.value().head), "0123");
    EXPECT_EQ(text_of(told.value().tail), "789");
    told = store().open(in_room("a"), {.head_bytes = 100, .tail_bytes = 100});
    EXPECT_EQ(text_of(told.value().head), "0123456789");
    EXPECT_EQ(text_of(told.value().tail), "0123456789");
}

}  // namespace
}  // namespace weft::storage
