// SPDX-License-Identifier: BSD-3-Clause
// A directory of a test's own, removed with all its contents.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace weft::storage {

class TestDirectory {
public:
    /// Makes a directory in `parent`. path() is "" if that is impossible.
    explicit TestDirectory(
        const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
        std::string name = (parent / "weft-test-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) path_ = name;
    }

    ~TestDirectory() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }

    TestDirectory(const TestDirectory&) = delete;
    TestDirectory& operator=(const TestDirectory&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

}  // namespace weft::storage
