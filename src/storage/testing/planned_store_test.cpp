// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/planned_store.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"
#include "storage/testing/target_clocks.hpp"

namespace weft::storage {
namespace {

TEST(PlannedStore, RefusesAPlanThatSaysNothing) {
    for (const char* plan :
         {"stales", "0", "/", "/folder", "/folder:", "wrote:1:EIO", "write:first:EIO",
          "write:1:EWRONG", "write:1", "0:write:1:EIO", "open:1:SHORT",
          "/folder:slow:", "/folder:slow:-1", "/folder:slow:1x", "/folder:slow:0", "/folder:stale",
          "/folder:slow:1;", "/folder:slow:1;slow:1", "/folder:slow:1;/other:slow:0"})
        EXPECT_EQ(planned_store(plan).status().code(), Code::einval) << plan;
}

TEST(PlannedStore, SaysWhereAPlanIsWrong) {
    EXPECT_NE(planned_store("write:first:EIO")
                  .status()
                  .context()
                  .find("character 7 of 'write:first:EIO'"),
              std::string::npos);
}

TEST(PlannedStore, OpensWhatIsNotToFail) {
    const TestDirectory directory;
    const std::string path = directory.path() + "/file";
    const std::string plans[] = {"",
                                 "open:2:EIO",
                                 "stale",
                                 directory.path() + "/other:open:1:EIO",
                                 directory.path() + ":slow:1000000",
                                 directory.path() + ":slow:1;/other:open:1:EIO"};
    for (const std::string& plan : plans)
        EXPECT_TRUE(planned_store(plan).value()->open(path, to_create).ok()) << plan;
}

TEST(PlannedStore, FailsAsPlanned) {
    const TestDirectory directory;
    const std::string path = directory.path() + "/file";
    const std::string plans[] = {"open:1:EACCES", directory.path() + ":open:1:EACCES"};
    for (const std::string& plan : plans)
        EXPECT_EQ(planned_store(plan).value()->open(path, to_create).status().code(), Code::eaccess)
            << plan;
}

TEST(PlannedStore, SlowTargetsKeepATimeOfTheirOwn) {
    const TestDirectory directory;
    const std::string folders[] = {directory.path() + "/slow", directory.path() + "/slower"};
    for (const std::string& folder : folders) std::filesystem::create_directory(folder);
    const auto store = planned_store(folders[0] + ":slow:100;" + folders[1] + ":slow:1").value();
    EXPECT_EQ(own_clock_of(directory.path() + "/file"), nullptr);
    std::vector<double> seconds;
    for (const std::string& folder : folders) {
        const auto file = opened(*store, folder + "/file", to_create);
        Clock& clock = *own_clock_of(folder + "/file");
        const double begin = clock.now();
        EXPECT_TRUE(file->finish_writing(0, 1000).ok());
        seconds.push_back(clock.now() - begin);
    }
    EXPECT_EQ(seconds, (std::vector<double>{10, 1000}));
}

}  // namespace
}  // namespace weft::storage
