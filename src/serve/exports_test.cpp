// SPDX-License-Identifier: BSD-3-Clause
// No path leads out of the exports, while folders and links change under the names.
#include "serve/exports.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "base/test_seeds.hpp"
#include "storage/posix_store.hpp"
#include "storage/test_directory.hpp"

namespace weft::serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* secret = "what nobody may see";
constexpr const char* harmless = "what anybody may see";

void put(const fs::path& path, const char* text) {
    std::ofstream(path) << text;
}

std::string get(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// WEFT_ESCAPE_ROUNDS: how often the folders change.
int rounds() {
    const char* const text = std::getenv("WEFT_ESCAPE_ROUNDS");
    return text == nullptr ? 5'000 : std::atoi(text);
}

class ExportsTest : public testing::Test {
protected:
    ExportsTest() {
        fs::create_directories(root / "d/e");
        fs::create_directories(root / "other");
        fs::create_directory(outside);
        put(root / "d/file", harmless);
        put(root / "other/file", harmless);
        put(outside / "file", secret);
        calls = std::move(ExportedCalls::open({{root.string()}})).value();
        store = std::make_unique<storage::PosixStore>(*calls);
    }
    std::string read(const std::string& path) {
        auto file = store->open_file(path, {});
        if (!file.ok()) return "";
        std::string text(100, ' ');
        const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(text)));
        return got.ok() ? text.substr(0, static_cast<std::size_t>(got.value())) : "";
    }
    [[nodiscard]] bool is_untouched() const {
        return std::distance(fs::directory_iterator(outside), {}) == 1 &&
               get(outside / "file") == secret;
    }

    storage::TestDirectory directory;
    fs::path top = fs::canonical(directory.path());
    fs::path root = top / "root";
    fs::path outside = top / "outside";
    std::unique_ptr<ExportedCalls> calls;
    std::unique_ptr<storage::PosixStore> store;
};

TEST_F(ExportsTest, NamesBeneathAreServedAndNoOthers) {
    fs::create_directory_symlink(outside, root / "out");
    fs::create_symlink(outside / "file", root / "out_file");
    fs::create_symlink("d/file", root / "in_file");
    const std::string base = root.string();
    EXPECT_EQ(read(base + "/d/file"), harmless);
    EXPECT_EQ(read(base + "//d/../d/file"), harmless);
    EXPECT_EQ(read(base + "/in_file"), harmless);
    const std::string why = store->open_file(base + "/out_file", {}).status().context();
    EXPECT_NE(why.find("ermission denied"), std::string::npos) << why;
    for (const std::string& name :
         {base + "/out/file", base + "/out_file", base + "/../outside/file",
          base + "/d/../../outside/file", outside.string() + "/file", base + "x", std::string("/"),
          std::string("d/file"), std::string(), std::string("/proc/self/fd/0"), base + "/d/file/..",
          "/proc/self/root" + base + "/d/file"}) {
        EXPECT_EQ(read(name), "") << name;
        EXPECT_FALSE(store->open_file(name, {.writable = true, .create = true}).ok()) << name;
        EXPECT_FALSE(store->remove(name).ok() && name != base + "/out_file") << name;
    }
    EXPECT_FALSE(store->rename(base + "/d/file", outside.string() + "/b").ok());
    EXPECT_FALSE(store->rename(base + "/d/file", base + "/out/b").ok());
    EXPECT_FALSE(store->rename(outside.string() + "/file", base + "/b").ok());
    EXPECT_TRUE(store->rename(base + "/d/file", base + "/d/e/b").ok());
    EXPECT_TRUE(store->measure(base + "/d/x").ok());
    EXPECT_TRUE(is_untouched());
}

TEST_F(ExportsTest, WhoMayReadOnlyChangesNothing) {
    calls->forbid_writing();
    const std::string base = root.string();
    EXPECT_EQ(read(base + "/d/file"), harmless);
    EXPECT_FALSE(store->open_file(base + "/d/file", {.writable = true}).ok());
    EXPECT_FALSE(store->open_file(base + "/d/new", {.writable = true, .create = true}).ok());
    EXPECT_FALSE(store->remove(base + "/d/file").ok());
    EXPECT_FALSE(store->rename(base + "/d/file", base + "/d/b").ok());
    EXPECT_EQ(get(root / "d/file"), harmless);
}

/// Folders become links that lead out, and folders again, while they are walked through.
TEST_F(ExportsTest, NobodyGetsOutWhileFoldersAndLinksChange) {
    std::atomic<bool> is_over = false;
    std::thread changer([&] {
        const std::string d = root / "d";
        const std::string aside = root / "aside";
        const std::string link = root / "link";
        const std::string other = root / "other";
        for (int i = 0; i < rounds(); ++i) {
            // A folder, deeper and less deep, so that ".." changes its meaning.
            ::rename(d.c_str(), (i % 2 == 0 ? aside : other + "/d").c_str());
            ::symlink(i % 3 == 0 ? "../outside" : outside.c_str(), link.c_str());
            ::rename(link.c_str(), d.c_str());
            ::unlink(d.c_str());
            ::rename((i % 2 == 0 ? aside : other + "/d").c_str(), d.c_str());
        }
        is_over = true;
    });
    std::mt19937_64 random(1);
    const std::string base = root.string();
    int served = 0;
    for (int i = 0; !is_over; ++i) {
        static constexpr std::array ways = {"/d/", "/d/e/../", "/d/e/../../d/",
                                            "/other/d/e/../../../d/", "/other/d/../../outside/"};
        const std::string name = base + ways[random() % ways.size()];
        const std::string text = read(name + "file");
        served += text == harmless;
        ASSERT_TRUE(text.empty() || text == harmless) << text;
        const std::string fresh = name + "new" + std::to_string(i % 4);
        static_cast<void>(store->open_file(fresh, {.writable = true, .create = true}));
        static_cast<void>(store->rename(fresh, name + "renamed"));
        static_cast<void>(store->remove(name + "renamed"));
        const auto facts = store->inspect(name + "file");
        ASSERT_TRUE(!facts.ok() || facts.value().bytes != std::ssize(std::string(secret))) << name;
    }
    changer.join();
    EXPECT_GT(served, 0);
    EXPECT_TRUE(is_untouched());
}

}  // namespace
}  // namespace weft::serve
